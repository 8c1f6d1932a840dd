#include "model/manifest_yaml.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include "model/manifest_reader.h"
#include "model/nearest_name.h"

namespace preemptcheck::model {
namespace {

int line_of(const YAML::Mark& mark) { return mark.is_null() ? 0 : mark.line + 1; }

/// Builds values from the parser's events. yaml-cpp's own nodes would do, but forget the line of
/// what they convert and take several times the memory and time.
class Builder : public YAML::EventHandler {
 public:
  Builder(const std::string& file, std::deque<YamlValue>& values,
          std::vector<const YamlValue*>& roots)
      : file_(file), values_(values), roots_(roots) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    // At a stray ',' or ']' the parser reports empty documents for ever and stays where it is.
    if (mark.pos == document_position_) {
      throw InputError(file_, line_of(mark), "",
                       "YAML: neither an object nor the end of one; correct the syntax there");
    }
    document_position_ = mark.pos;
    anchors_.clear();
    open_.clear();
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    place(make(YamlValue::Kind::null, mark, anchor));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const YamlValue* target = anchors_.at(anchor);
    if (std::find(open_.begin(), open_.end(), target) != open_.end()) {
      throw InputError(file_, line_of(mark), "", "YAML: an alias inside its own anchor; remove it");
    }
    place(target);
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& text) override {
    YamlValue* value = make(YamlValue::Kind::scalar, mark, anchor);
    value->text = text;
    place(value);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(make(YamlValue::Kind::sequence, mark, anchor));
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(make(YamlValue::Kind::map, mark, anchor));
  }
  void OnMapEnd() override {
    check_keys_differ(*open_.back());
    open_.pop_back();
  }

 private:
  YamlValue* make(YamlValue::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    YamlValue& value = values_.emplace_back();
    value.kind = kind;
    value.line = line_of(mark);
    if (anchor != YAML::NullAnchor) anchors_[anchor] = &value;
    return &value;
  }

  void open(YamlValue* value) {
    place(value);
    open_.push_back(value);
  }

  /// Puts a value where the document stands: a root, an item, a key or a key's value.
  void place(const YamlValue* value) {
    if (open_.empty()) {
      roots_.push_back(value);
      return;
    }
    YamlValue& parent = *open_.back();
    const bool is_key =
        parent.kind == YamlValue::Kind::map && parent.keys.size() == parent.children.size();
    (is_key ? parent.keys : parent.children).push_back(value);
  }

  void check_keys_differ(const YamlValue& map) const {
    std::vector<std::pair<std::string_view, int>> keys;
    for (const YamlValue* key : map.keys) {
      if (key->kind != YamlValue::Kind::scalar) {
        throw InputError(file_, key->line, "", "YAML: a key must be plain text");
      }
      keys.emplace_back(key->text, key->line);
    }
    std::sort(keys.begin(), keys.end());
    const auto twice = std::adjacent_find(
        keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
    if (twice == keys.end()) return;
    throw InputError(file_, std::next(twice)->second, std::string(twice->first),
                     "this key is given twice; keep one");
  }

  const std::string& file_;
  std::deque<YamlValue>& values_;
  std::vector<const YamlValue*>& roots_;
  std::vector<YamlValue*> open_;  ///< maps and sequences not yet at their end, outermost first
  std::map<YAML::anchor_t, const YamlValue*> anchors_;
  int document_position_ = -1;  ///< where the document starts, in characters of the file
};

const char* kind_name(YamlValue::Kind kind) {
  switch (kind) {
    case YamlValue::Kind::null:
      return "nothing";
    case YamlValue::Kind::scalar:
      return "a single value";
    case YamlValue::Kind::sequence:
      return "a list";
    case YamlValue::Kind::map:
      return "a map";
  }
  return "";
}

std::string joined(const std::string& field, std::string_view below) {
  if (field.empty()) return std::string(below);
  return below.starts_with('[') ? field + std::string(below) : field + "." + std::string(below);
}

}  // namespace

YamlNode::YamlNode(const std::string* file, const YamlValue* value, std::string field, int line)
    : file_(file), value_(value), field_(std::move(field)), line_(line) {}

bool YamlNode::present() const {
  return value_ != nullptr && value_->kind != YamlValue::Kind::null;
}

bool YamlNode::is_scalar() const { return present() && value_->kind == YamlValue::Kind::scalar; }
bool YamlNode::is_map() const { return present() && value_->kind == YamlValue::Kind::map; }

YamlNode YamlNode::operator[](std::string_view key) const {
  if (present()) {
    if (!is_map()) fail(std::string("a map is wanted, not ") + kind_name(value_->kind));
    for (std::size_t i = 0; i < value_->keys.size(); ++i) {
      if (value_->keys[i]->text != key) continue;
      return {file_, value_->children[i], joined(field_, key), value_->keys[i]->line};
    }
  }
  return {file_, nullptr, joined(field_, key), line_};
}

std::vector<YamlNode> YamlNode::items() const {
  std::vector<YamlNode> result;
  if (!present()) return result;
  if (value_->kind != YamlValue::Kind::sequence) {
    fail(std::string("a list is wanted, not ") + kind_name(value_->kind));
  }
  for (std::size_t i = 0; i < value_->children.size(); ++i) {
    const YamlValue* child = value_->children[i];
    result.emplace_back(file_, child, joined(field_, "[" + std::to_string(i) + "]"), child->line);
  }
  return result;
}

std::vector<std::pair<std::string, YamlNode>> YamlNode::entries() const {
  std::vector<std::pair<std::string, YamlNode>> result;
  if (!present()) return result;
  if (!is_map()) fail(std::string("a map is wanted, not ") + kind_name(value_->kind));
  for (std::size_t i = 0; i < value_->keys.size(); ++i) {
    const YamlValue* key = value_->keys[i];
    result.emplace_back(key->text,
                        YamlNode(file_, value_->children[i], joined(field_, key->text), key->line));
  }
  return result;
}

const std::string& YamlNode::text() const {
  if (!present()) fail("missing; give a value");
  if (!is_scalar()) fail(std::string("a single value is wanted, not ") + kind_name(value_->kind));
  return value_->text;
}

std::string YamlNode::text_or(std::string_view fallback) const {
  return present() ? text() : std::string(fallback);
}

bool YamlNode::flag() const {
  const std::string& word = text();
  if (word == "true" || word == "on" || word == "yes") return true;
  if (word == "false" || word == "off" || word == "no") return false;
  fail("'" + word + "' is neither true nor false; write one of them");
}

bool YamlNode::flag_or(bool fallback) const { return present() ? flag() : fallback; }

std::int64_t YamlNode::integer(std::int64_t least, std::int64_t most) const {
  const std::string& digits = text();
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  if (is_number && value >= least && value <= most) return value;
  fail("'" + digits + "' is no whole number from " + std::to_string(least) + " to " +
       std::to_string(most) + "; write one");
}

void YamlNode::check_keys(const std::vector<std::string_view>& known) const {
  for (const auto& [key, value] : entries()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    value.fail("unknown key '" + key + "'" + suggestion(key, known));
  }
}

void YamlNode::fail(const std::string& message) const {
  throw InputError(*file_, line_, field_, message);
}

void YamlNode::fail_at(std::string_view below, const std::string& message) const {
  throw InputError(*file_, line_, joined(field_, below), message);
}

YamlStream::YamlStream(const SourceText& source)
    : file_(std::make_unique<std::string>(source.file)) {
  std::istringstream input(source.text);
  Builder builder(*file_, values_, roots_);
  try {
    YAML::Parser parser(input);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    throw InputError(source.file, line_of(error.mark), "",
                     "YAML: " + error.msg + "; correct the syntax there");
  }
}

std::vector<YamlNode> YamlStream::documents() const {
  std::vector<YamlNode> result;
  for (const YamlValue* root : roots_) result.emplace_back(file_.get(), root, "", root->line);
  return result;
}

}  // namespace preemptcheck::model
