#!/bin/sh
# A row of your own by command: a program that reads a question a line and answers on descriptor 3 (docs/rows.md). This one copies the
# text it is given, which is the least a serializer can do. A shell has no clock that is fine enough, so its times are made up: it
# shows the protocol and measures nothing.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

about='"id":"copy","library":"cat","format":"JSON text","kind":"text","counterpart":null'
batch='[0,1000,1000,0]'

# A text field of the question; a fixture's text is the last field and keeps its escapes.
field() { printf '%s' "$line" | sed 's/.*"'"$1"'":"\([^"]*\)".*/\1/'; }

while read -r line; do
  case $line in
    *'"op":"hello"'*) answer='{"implementation":"sh","version":"1","rows":[{'$about'}]}' ;;
    *'"op":"probe"'*) answer='{'$about',"state":"ok","version":"1"}' ;;
    *'"op":"fixture"'*)
      printf '%s' "$line" | sed 's/.*"text":"\(.*\)"}$/\1/' >"$folder/$(field key)"
      answer='{}' ;;
    *'"op":"output"'*) answer='{"hex":"'$(od -An -v -tx1 "$folder/$(field key)" | tr -d ' \n')'"}' ;;
    *'"op":"once"'*)
      size=$(wc -c <"$folder/$(field key)")
      answer='{"phasesNs":[0,1000,1000,0],"size":'$((size))',"fidelity":"exact"}' ;;
    *'"op":"edge"'*) answer='{"results":[]}' ;;
    *'"op":"batches"'*) answer='{"batches":['$batch,$batch']}' ;;
    *) answer='{}' ;;
  esac
  printf '%s\n' "$answer" >&3
done
