// Kubernetes resource quantities: "500m", "1.5Gi", "2e3".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace preemptcheck::model {

/// What an amount is counted in.
enum class QuantityUnit : std::uint8_t {
  whole,  ///< as Quantity.Value() of apimachinery: bytes, pieces
  milli,  ///< as Quantity.MilliValue(): thousandths of a core
};

/// Why a text is no quantity; completes the sentence "'1x' ...".
struct QuantityError {
  std::string message;
};

using QuantityResult = std::variant<std::int64_t, QuantityError>;

/// The amount that `text` stands for, counted in `unit` and rounded away from zero, so that a
/// request for a little is never a request for nothing. Follows apimachinery's
/// pkg/api/resource/quantity.go, except where that would make a mistake look right: an amount
/// beyond 64 bits (capped there) and a text without digits such as "Ki" (zero there) are errors.
QuantityResult parse_quantity(std::string_view text, QuantityUnit unit);

}  // namespace preemptcheck::model
