// Lists with named columns, in three forms.
#pragma once

#include <string>
#include <vector>

namespace preemptcheck::cli {

struct Table {
  std::string title;
  std::vector<std::string> columns;  ///< the first one names the row
  std::vector<std::vector<std::string>> rows;
};

/// The name, and below it a line a column.
std::string table_text(const Table& table, std::size_t width);
/// An array of objects.
std::string table_json(const Table& table);
std::string table_markdown(const Table& table);

}  // namespace preemptcheck::cli
