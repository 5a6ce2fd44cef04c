#!/bin/sh
# Writes .env beside compose.yaml with new secrets. Keep a copy of it in a safe place: without the keys, backups cannot be read.
set -eu
cd "$(dirname "$0")"
umask 077
if [ -e .env ]; then
  echo '.env exists already; move it away to make new secrets.' >&2
  exit 1
fi
# Fills each variable of the example that is empty and required: `# hex` and `# key` above it say how.
while IFS= read -r line; do
  case "$line" in
    '# hex'*) made=$(openssl rand -hex 24) ;;
    '# key'*) made="k1=$(openssl rand -base64 32)" ;;
    [A-Z]*=) printf '%s%s\n' "$line" "${made:-}" && made='' && continue ;;
  esac
  printf '%s\n' "$line"
done <.env.example >.env.new
mv .env.new .env
echo 'Wrote deploy/compose/.env.'
