// expect: no site of this name in the table
#include "model/sites.h"

namespace preemptcheck::model {

constexpr explorer::SiteId broken = at("scheduler/popp");

}  // namespace preemptcheck::model
