// Repeats a transcript on wazero, its compiler or its interpreter. Judges nothing but equality.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

func parse(word string) uint64 {
	switch word[0] {
	case 'd':
		value, _ := strconv.ParseUint(word[1:], 16, 64)
		return value
	case 'l':
		value, _ := strconv.ParseUint(word[1:], 10, 64)
		return value
	}
	value, _ := strconv.ParseInt(word[1:], 10, 64)
	return uint64(uint32(value))
}

func call(ctx context.Context, module api.Module, words []string) bool {
	args := make([]uint64, 0, len(words))
	for _, word := range words[3:] {
		args = append(args, parse(word))
	}
	got, err := module.ExportedFunction(words[1]).Call(ctx, args...)
	if err != nil {
		return false
	}
	value := uint64(0)
	if len(got) > 0 {
		value = got[0]
	}
	if words[2][0] == 'i' {
		value = uint64(uint32(value))
	}
	return value == parse(words[2])
}

func step(ctx context.Context, module api.Module, words []string) bool {
	if words[0] == "c" {
		return call(ctx, module, words)
	}
	at, _ := strconv.ParseUint(words[1], 10, 32)
	if words[0] == "w" {
		data, _ := hex.DecodeString(words[2])
		return module.Memory().Write(uint32(at), data)
	}
	n, _ := strconv.ParseUint(words[2], 10, 32)
	data, isThere := module.Memory().Read(uint32(at), uint32(n))
	hash := fnv.New64a()
	hash.Write(data)
	return isThere && fmt.Sprintf("%016x", hash.Sum64()) == words[3]
}

func main() {
	ctx := context.Background()
	config := wazero.NewRuntimeConfigCompiler()
	if os.Args[1] == "interpreter" {
		config = wazero.NewRuntimeConfigInterpreter()
	}
	wasm, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	module, err := wazero.NewRuntimeWithConfig(ctx, config).Instantiate(ctx, wasm)
	if err != nil {
		panic(err)
	}
	signature, err := module.ExportedFunction("selfSignature").Call(ctx)
	if err != nil {
		panic(err)
	}
	file, err := os.Open(os.Args[3])
	if err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	done, wrong := 0, ""
	for lines.Scan() {
		if !step(ctx, module, strings.Fields(lines.Text())) {
			wrong = fmt.Sprintf(`,"wrong":"line %d"`, done+1)
			break
		}
		done++
	}
	fmt.Printf("{\"signature\":\"%016x\",\"done\":%d%s}\n", signature[0], done, wrong)
}
