// expect: compiles
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Always control{
    .name = "control-of-the-others",
    .description = "What the other files of this folder break, as it should be.",
    .source = "here",
    .check = [](const model::Cluster& c) {
      return c.model.nodes_count > 0 ? holds : violated("{} has no node", pod(0));
    }};

constexpr auto list = property_list(control);
static_assert(list.size() == 1);

}  // namespace preemptcheck::properties
