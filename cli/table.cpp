#include "cli/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/text_layout.h"

namespace preemptcheck::cli {

namespace {

std::string markdown_cell(const std::string& text) {
  std::string escaped;
  for (const char ch : text) {
    if (ch == '|') escaped += '\\';
    escaped += ch;
  }
  return escaped;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += fmt::format(" {} |", markdown_cell(cell));
  return line + "\n";
}

}  // namespace

std::string table_text(const Table& table, std::size_t width) {
  std::size_t label_width = 0;
  for (const std::string& column : table.columns)
    label_width = std::max(label_width, column.size());
  std::string text;
  for (const std::vector<std::string>& row : table.rows) {
    text += row[0] + "\n";
    for (std::size_t i = 1; i < row.size(); ++i)
      if (!row[i].empty())
        text += wrapped(fmt::format("  {:<{}}  ", table.columns[i], label_width), row[i],
                        label_width + 4, width);
  }
  return text;
}

std::string table_json(const Table& table) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const std::vector<std::string>& row : table.rows) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < row.size(); ++i) object[table.columns[i]] = row[i];
    rows.push_back(std::move(object));
  }
  return rows.dump(2) + "\n";
}

std::string table_markdown(const Table& table) {
  std::string text = fmt::format("# {}\n\n", table.title) + markdown_row(table.columns);
  text += markdown_row(std::vector<std::string>(table.columns.size(), "---"));
  for (const std::vector<std::string>& row : table.rows) text += markdown_row(row);
  return text;
}

}  // namespace preemptcheck::cli
