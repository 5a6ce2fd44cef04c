#!/bin/sh
# Writes .env beside compose.yaml with new secrets. Keep a copy of it in a safe place: without the keys, backups cannot be read.
set -eu
cd "$(dirname "$0")"
umask 077
if [ -e .env ]; then
  echo '.env exists already; move it away to make new secrets.' >&2
  exit 1
fi
# `od` and `base64` are on every system; openssl is not.
random() { head -c "$1" /dev/urandom; }
# Fills each variable of the example that is empty and required: `# hex` and `# key` above it say how.
while IFS= read -r line; do
  case "$line" in
    '# hex'*) made=$(random 24 | od -An -v -tx1 | tr -d ' \n') ;;
    '# key'*) made="k1=$(random 32 | base64)" ;;
    [A-Z]*=) printf '%s%s\n' "$line" "${made:-}" && made='' && continue ;;
  esac
  printf '%s\n' "$line"
done <.env.example >.env.new
mv .env.new .env
echo 'Wrote deploy/compose/.env.'
