// Amounts of resources: what nodes have, what pods request.
#include <fmt/format.h>

#include <algorithm>

#include "model/manifest_parts.h"
#include "model/quantity.h"

namespace preemptcheck::model {
namespace {

void raise_to(ResourceList& least, const ResourceList& amounts) {
  for (const auto& [name, amount] : amounts) {
    std::int64_t& raised = least[name];
    raised = std::max(raised, amount);
  }
}

/// A container's requests; a limit stands for the request that is not given, as in the API server.
ResourceList container_requests(const YamlNode& container) {
  const YamlNode resources = container["resources"];
  ResourceList requests = read_resource_list(resources["requests"]);
  requests.merge(read_resource_list(resources["limits"]));
  return requests;
}

bool is_sidecar(const YamlNode& init_container) {
  return init_container["restartPolicy"].text_or("") == "Always";
}

/// Adds sidecars to `running` and returns the most that the pod takes while it initialises: each
/// init container runs beside the sidecars that were started before it.
ResourceList init_requests(const YamlNode& spec, ResourceList& running) {
  ResourceList most;
  ResourceList sidecars;
  for (const YamlNode& container : spec["initContainers"].items()) {
    const ResourceList own = container_requests(container);
    ResourceList together = sidecars;
    add_amounts(together, own, container);
    raise_to(most, together);
    if (!is_sidecar(container)) continue;
    add_amounts(running, own, container);
    sidecars = together;
  }
  return most;
}

}  // namespace

std::int64_t read_amount(const std::string& resource, const YamlNode& amount) {
  const QuantityUnit unit = resource == "cpu" ? QuantityUnit::milli : QuantityUnit::whole;
  const std::string& text = amount.text();
  const QuantityResult result = parse_quantity(text, unit);
  if (const auto* error = std::get_if<QuantityError>(&result)) {
    amount.fail(
        fmt::format("'{}' {}; write a quantity such as 500m, 2 or 1Gi", text, error->message));
  }
  const std::int64_t value = std::get<std::int64_t>(result);
  if (value < 0) amount.fail(fmt::format("'{}' is negative; write zero or more", text));
  if (value > max_amount) {
    amount.fail(fmt::format("'{}' is too large; at most {} of a resource can be counted", text,
                            max_amount));
  }
  return value;
}

ResourceList read_resource_list(const YamlNode& list) {
  ResourceList amounts;
  for (const auto& [name, amount] : list.entries()) amounts[name] = read_amount(name, amount);
  return amounts;
}

void add_amounts(ResourceList& sum, const ResourceList& more, const YamlNode& place) {
  for (const auto& [name, amount] : more) {
    std::int64_t& total = sum[name];
    total += amount;
    if (total <= max_amount) continue;
    place.fail(
        fmt::format("the requests for {} add up to {}, at most {} can be counted; request "
                    "less",
                    name, total, max_amount));
  }
}

ResourceList read_pod_requests(const YamlNode& pod, const std::string& full_name) {
  const YamlNode spec = pod["spec"];
  const YamlNode containers = spec["containers"];
  if (containers.items().empty()) {
    containers.fail(
        fmt::format("pod {} has no containers; give at least one with "
                    "resources.requests",
                    full_name));
  }
  ResourceList requests;
  for (const YamlNode& container : containers.items()) {
    add_amounts(requests, container_requests(container), container);
  }
  const ResourceList while_initialising = init_requests(spec, requests);
  raise_to(requests, while_initialising);
  add_amounts(requests, read_resource_list(spec["overhead"]), spec);
  return requests;
}

}  // namespace preemptcheck::model
