// "did you mean ...": what the user may have wanted to write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace preemptcheck::model {

/// The known name with the fewest edits from `wrong`; empty where none is close enough to be what
/// was meant.
std::string_view nearest_name(std::string_view wrong, const std::vector<std::string_view>& known);

/// "; did you mean 'a'? known: a, b, c" for the end of a message about an unknown name.
std::string suggestion(std::string_view wrong, const std::vector<std::string_view>& known);

}  // namespace preemptcheck::model
