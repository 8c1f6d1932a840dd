#include "model/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>

namespace preemptcheck::model {
namespace {

// A longer list of known names hides the rest of the message.
constexpr std::size_t max_listed = 40;

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Insertions, deletions and replacements that turn one into the other; case does not count.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (lower(from[i]) == lower(to[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest_name(std::string_view wrong, const std::vector<std::string_view>& known) {
  // Numbers one digit apart are as different as any two: "1.36" is no slip for "1.31".
  if (!wrong.empty() && std::isdigit(static_cast<unsigned char>(wrong.front())) != 0) return {};
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(2, wrong.size() / 3) + 1;
  for (const std::string_view name : known) {
    const std::size_t distance = edit_distance(wrong, name);
    if (distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view wrong, const std::vector<std::string_view>& known) {
  if (known.empty()) return "; none is known here";
  std::string text;
  if (const std::string_view nearest = nearest_name(wrong, known); !nearest.empty()) {
    text = "; did you mean '" + std::string(nearest) + "'?";
  } else {
    text = ";";
  }
  text += " known: ";
  for (std::size_t i = 0; i < std::min(known.size(), max_listed); ++i) {
    text += (i > 0 ? ", " : "") + std::string(known[i]);
  }
  return known.size() > max_listed ? text + ", ..." : text;
}

}  // namespace preemptcheck::model
