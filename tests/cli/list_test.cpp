#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "properties/registry.h"
#include "tests/cli/program.h"

namespace preemptcheck::tests {
namespace {

TEST(List, EachListHasEachForm) {
  const Folder folder;
  for (const char* what : {"properties", "releases", "switches", "feature-gates", "sites"}) {
    const nlohmann::json json =
        nlohmann::json::parse(run(folder, {"list", what, "--format", "json"}).out);
    EXPECT_FALSE(json.empty()) << what;
    for (const char* format : {"text", "markdown"}) {
      const Outcome result = run(folder, {"list", what, "--format", format});
      EXPECT_EQ(result.exit_code, 0);
      for (const nlohmann::json& row : json)
        EXPECT_NE(result.out.find(row["name"].get<std::string>()), std::string::npos);
    }
  }
}

TEST(List, PropertiesAreShownWithKindDescriptionAndSource) {
  const Folder folder;
  const nlohmann::json json =
      nlohmann::json::parse(run(folder, {"list", "properties", "--format", "json"}).out);
  ASSERT_EQ(json.size(), properties::builtin_properties().size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const properties::Property& property = properties::builtin_properties()[i];
    EXPECT_EQ(json[i]["name"], properties::name_of(property));
    EXPECT_EQ(json[i]["kind"], properties::name_of(properties::kind_of(property)));
    EXPECT_EQ(json[i]["description"], properties::description_of(property));
    EXPECT_EQ(json[i]["source"], properties::source_of(property));
  }
}

TEST(List, VersionIsPrinted) {
  const Folder folder;
  const Outcome result = run(folder, {"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.starts_with("preemptcheck ")) << result.out;
}

}  // namespace
}  // namespace preemptcheck::tests
