// Package known remembers which values passed which checks, so that what many objects have in common is checked once. A check has
// to depend on nothing but the value; that a value failed is never remembered, for messages name its place.
package known

import (
	"reflect"
	"slices"
	"unsafe"
)

// number stands for a value: equal content, equal number. 0 stands for none.
type number uint32

type passed struct {
	check unsafe.Pointer
	value number
}

// What is kept is forgotten as a whole once it is more than that.
const (
	maxValues = 100_000
	maxBytes  = 16 << 20
)

var (
	strings = map[string]number{}
	// others are numbers, booleans and null.
	others = map[any]number{}
	// lists and maps go by the numbers of what they hold.
	lists = map[string]number{}
	maps  = map[string]number{}
	// places are where the lists and maps of the object in hand lie in memory.
	places  = map[unsafe.Pointer]number{}
	results = map[passed]int64{}
	last    number
	bytes   int
)

// Look takes in an object of JSON, which must not change until it is checked. Of lists and maps elsewhere nothing is known.
func Look(object any) {
	clear(places)
	if last > maxValues || bytes > maxBytes {
		forget()
	}
	numberOf(object)
}

// Leave is called when the object may change again.
func Leave() {
	clear(places)
}

// Passed says whether a value is known to pass a check, which goes by its address, and what was noted then.
func Passed[T any](check *T, value any) (int64, bool) {
	n := lookedAt(value)
	if n == 0 {
		return 0, false
	}
	note, ok := results[passed{unsafe.Pointer(check), n}]
	return note, ok
}

// Pass notes that a value passed a check.
func Pass[T any](check *T, value any, note int64) {
	if n := lookedAt(value); n != 0 {
		results[passed{unsafe.Pointer(check), n}] = note
	}
}

func forget() {
	clear(strings)
	clear(others)
	clear(lists)
	clear(maps)
	clear(results)
	last, bytes = 0, 0
}

// lookedAt gives the number of a value of the object in hand, or 0.
func lookedAt(value any) number {
	switch value := value.(type) {
	case map[string]any, []any:
		return places[reflect.ValueOf(value).UnsafePointer()]
	case string:
		return strings[value]
	case int64, float64, bool:
		return others[value]
	}
	return 0
}

func numberOf(value any) number {
	switch value := value.(type) {
	case map[string]any:
		return keep(value, maps, entries(value))
	case []any:
		return keep(value, lists, items(value))
	case string:
		return numberIn(strings, value, len(value))
	case nil, int64, float64, bool:
		return numberIn(others, value, 8)
	}
	return 0
}

func numberIn[K comparable](kept map[K]number, key K, size int) number {
	n, ok := kept[key]
	if !ok {
		n = next(size)
		kept[key] = n
	}
	return n
}

// keep gives a list or map the number of its content, which is nil where something in it has none.
func keep(value any, kept map[string]number, content []byte) number {
	at := reflect.ValueOf(value).UnsafePointer()
	if content == nil || at == nil {
		return 0
	}
	n, ok := kept[string(content)]
	if !ok {
		n = next(len(content))
		kept[string(content)] = n
	}
	places[at] = n
	return n
}

func next(size int) number {
	last++
	bytes += size
	return last
}

func items(list []any) []byte {
	content := make([]byte, 0, 4*len(list)+1)
	complete := true
	for _, item := range list {
		n := numberOf(item)
		complete = complete && n != 0
		content = append(content, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	if !complete {
		return nil
	}
	return content
}

func entries(m map[string]any) []byte {
	pairs := make([]uint64, 0, len(m))
	complete := true
	for key, value := range m {
		n := numberOf(value)
		complete = complete && n != 0
		pairs = append(pairs, uint64(numberIn(strings, key, len(key)))<<32|uint64(n))
	}
	if !complete {
		return nil
	}
	slices.Sort(pairs)
	content := make([]byte, 0, 8*len(pairs)+1)
	for _, pair := range pairs {
		for shift := 0; shift < 64; shift += 8 {
			content = append(content, byte(pair>>shift))
		}
	}
	return content
}
