// A YAML value that knows its file, line and field, so that every complaint about it can say so.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/scenario.h"

namespace preemptcheck::model {

/// One value as it was parsed.
struct YamlValue {
  enum class Kind : std::uint8_t { null, scalar, sequence, map };
  Kind kind = Kind::null;
  int line = 0;
  std::string text;                        ///< of a scalar
  std::vector<const YamlValue*> keys;      ///< of a map, one for each child
  std::vector<const YamlValue*> children;  ///< of a sequence or a map; an alias shares its value
};

/// Place of a value in the input: where it is, or where it would have to be.
class YamlNode {
 public:
  YamlNode() = default;
  YamlNode(const std::string* file, const YamlValue* value, std::string field, int line);

  /// Neither missing nor null. Kubernetes treats these two alike.
  [[nodiscard]] bool present() const;
  [[nodiscard]] bool is_scalar() const;
  [[nodiscard]] bool is_map() const;
  [[nodiscard]] const std::string& file() const { return *file_; }
  [[nodiscard]] const std::string& field() const { return field_; }
  [[nodiscard]] int line() const { return line_; }

  /// The value under a key. Missing where this is missing; fails where this is no map.
  [[nodiscard]] YamlNode operator[](std::string_view key) const;
  /// The same value as the start of its own field names: an object inside a list.
  [[nodiscard]] YamlNode as_root() const { return {file_, value_, "", line_}; }
  /// Values of a sequence, none where missing.
  [[nodiscard]] std::vector<YamlNode> items() const;
  /// Keys and values of a map, none where missing.
  [[nodiscard]] std::vector<std::pair<std::string, YamlNode>> entries() const;

  /// The scalar's text. Fails where missing.
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] std::string text_or(std::string_view fallback) const;
  [[nodiscard]] bool flag() const;  ///< true, false, and YAML 1.1's on, off, yes, no
  [[nodiscard]] bool flag_or(bool fallback) const;
  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;

  /// Fails where the map has a key that is not known.
  void check_keys(const std::vector<std::string_view>& known) const;

  /// Throws InputError for this place.
  [[noreturn]] void fail(const std::string& message) const;
  /// Throws InputError for a field below this place.
  [[noreturn]] void fail_at(std::string_view below, const std::string& message) const;

 private:
  const std::string* file_ = nullptr;
  const YamlValue* value_ = nullptr;
  std::string field_;
  int line_ = 0;
};

/// The documents of one file. Its nodes point into it.
class YamlStream {
 public:
  /// Throws InputError for a syntax error, a key given twice, an alias inside its own anchor.
  explicit YamlStream(const SourceText& source);

  [[nodiscard]] std::vector<YamlNode> documents() const;

 private:
  std::unique_ptr<std::string> file_;
  std::deque<YamlValue> values_;
  std::vector<const YamlValue*> roots_;
};

}  // namespace preemptcheck::model
