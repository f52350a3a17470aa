package main

import (
	"fmt"
	"regexp"

	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
)

// Limits of one expression. Compiling takes longer than linear time for loops in loops, and for deep lists.
const (
	longestExpression = 5_000
	deepestExpression = 40
	mostLoops         = 20
)

var loop = regexp.MustCompile(`\.\s*(?:all|exists|exists_one|existsOne|map|filter|transformList|transformMap)\s*\(`)

func checkSize(text string) error {
	if len(text) > longestExpression {
		return fmt.Errorf("the expression is longer than %d characters", longestExpression)
	}
	depth, deepest := 0, 0
	for _, r := range text {
		switch r {
		case '(', '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ')', ']', '}':
			depth--
		}
	}
	if deepest > deepestExpression {
		return fmt.Errorf("the expression is nested more than %d levels deep", deepestExpression)
	}
	if len(loop.FindAllString(text, mostLoops+1)) > mostLoops {
		return fmt.Errorf("the expression has more than %d loops, such as `all` and `map`", mostLoops)
	}
	return nil
}

// Sizes. The cost of a call is known only once it ran, calls whose types are dynamic cost nothing for the size of what they get,
// and a few nested lists that contain themselves twice are larger than any memory once they are compared. So values that an
// expression makes have a largest size, and comparisons are counted.
const (
	largestValue  = 20_000
	longestString = 100_000
	mostSteps     = 500_000
)

type measured struct{ length, size int }

// sizeGuard measures the values of one evaluation.
type sizeGuard struct {
	known map[ref.Val]measured
	steps int
}

var sizes = &sizeGuard{known: map[ref.Val]measured{}}

func withBoundedSizes(i interpreter.Interpretable) (interpreter.Interpretable, error) {
	switch v := i.(type) {
	case interpreter.InterpretableConstructor:
		return &boundedConstructor{v}, nil
	case interpreter.InterpretableCall:
		switch v.Function() {
		case operators.Equals, operators.NotEquals, operators.In:
			return &boundedComparison{v}, nil
		case operators.LogicalAnd, operators.LogicalOr, operators.Conditional:
			return i, nil
		}
		return &boundedCall{v}, nil
	}
	return i, nil
}

type boundedConstructor struct {
	interpreter.InterpretableConstructor
}

func (b *boundedConstructor) Eval(vars interpreter.Activation) ref.Val {
	return sizes.bounded(b.InterpretableConstructor.Eval(vars))
}

type boundedCall struct {
	interpreter.InterpretableCall
}

func (b *boundedCall) Eval(vars interpreter.Activation) ref.Val {
	value := b.InterpretableCall.Eval(vars)
	switch v := value.(type) {
	case types.String:
		if sizes.steps += len(v) / 10; len(v) > longestString {
			return oversized
		}
	case traits.Lister:
		if b.Function() == operators.Add {
			return sizes.bounded(sizes.flat(v))
		}
	}
	return sizes.checked(value)
}

// boundedComparison counts how much it compares before it does.
type boundedComparison struct {
	interpreter.InterpretableCall
}

func (b *boundedComparison) Eval(vars interpreter.Activation) ref.Val {
	args := b.Args()
	left := args[0].Eval(vars)
	right := args[1].Eval(vars)
	if types.IsUnknownOrError(left) {
		return left
	}
	if types.IsUnknownOrError(right) {
		return right
	}
	// A comparison ends with the smaller side; `in` may compare with every element.
	if b.Function() == operators.In || isNested(left) && isNested(right) {
		before := sizes.steps
		// What was measured before is compared again.
		if sizes.steps = max(before+sizes.measure(right, 0), sizes.steps); sizes.steps > mostSteps {
			return oversized
		}
	}
	switch b.Function() {
	case operators.Equals:
		return types.Equal(left, right)
	case operators.NotEquals:
		return types.Bool(types.Equal(left, right) != types.True)
	}
	if container, ok := right.(traits.Container); ok {
		return container.Contains(left)
	}
	return types.MaybeNoSuchOverloadErr(right)
}

func isNested(value ref.Val) bool {
	_, isList := value.(traits.Lister)
	_, isMap := value.(traits.Mapper)
	return isList || isMap
}

var oversized = types.NewErr("the values of the expression are too large")

func (g *sizeGuard) checked(value ref.Val) ref.Val {
	if g.steps > mostSteps {
		return oversized
	}
	return value
}

func (g *sizeGuard) bounded(value ref.Val) ref.Val {
	if g.measure(value, 0) > largestValue {
		return oversized
	}
	return g.checked(value)
}

// flat copies the sum of two lists. A sum of sums takes longer for each element, the more sums it is made of.
func (g *sizeGuard) flat(list traits.Lister) traits.Lister {
	if _, isGrowing := list.(traits.MutableLister); isGrowing {
		return list
	}
	count, _ := list.Size().(types.Int)
	if g.steps += int(count); count > largestValue {
		return list
	}
	elements := make([]ref.Val, 0, count)
	for i := types.Int(0); i < count; i++ {
		elements = append(elements, list.Get(i))
	}
	return types.NewRefValList(types.DefaultTypeAdapter, elements)
}

// measure counts the values in a value. A list that grew is measured from where it ended before.
func (g *sizeGuard) measure(value ref.Val, depth int) int {
	g.steps++
	if depth > 200 || g.steps > mostSteps {
		return largestValue + 1
	}
	switch v := value.(type) {
	case traits.Lister:
		count, _ := v.Size().(types.Int)
		if count > largestValue {
			return largestValue + 1
		}
		before := g.known[value]
		if before.length > int(count) {
			before = measured{}
		}
		size := max(before.size, 1)
		for i := before.length; i < int(count) && size <= largestValue; i++ {
			size += g.measure(v.Get(types.Int(i)), depth+1)
		}
		g.known[value] = measured{int(count), size}
		return size
	case traits.Mapper:
		if before, ok := g.known[value]; ok {
			return before.size
		}
		size := 1
		for it := v.Iterator(); it.HasNext() == types.True && size <= largestValue; {
			size += g.measure(v.Get(it.Next()), depth+1)
		}
		g.known[value] = measured{0, size}
		return size
	}
	return 1
}
