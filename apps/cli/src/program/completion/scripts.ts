/** Shells that `svc completion` supports. Each script calls `svc __complete`, so it never becomes outdated. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/**
 * The scripts offer file names after `--file` only; where the client returns nothing, there is nothing to offer. The
 * script for bash is limited to the features of version 3.2, which is part of macOS: it ends words and directories
 * itself, because `compopt` is newer, and its first line is not `source <(...)`, which reads nothing there.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# eval "$(svc completion bash)"
_svc() {
  local line=\${COMP_LINE:0:COMP_POINT} current=$2 words reply
  local file='[[:space:]]--file(=|[[:space:]]+)[^[:space:]]*$'
  read -r -a words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  COMPREPLY=()
  while IFS= read -r reply; do
    # Readline takes "=" and ":" for ends of words and expects only what follows them.
    COMPREPLY+=("\${reply:\${#words[\${#words[@]}-1]}-\${#current}} ")
  done < <("\${words[0]}" __complete -- "\${words[@]:1}" 2> /dev/null)
  [[ $line =~ $file ]] || return
  while IFS= read -r reply; do
    if [[ -d \${reply/#\\~/$HOME} ]]; then reply=\${reply// /\\\\ }/; else reply="\${reply// /\\\\ } "; fi
    COMPREPLY+=("$reply")
  done < <(compgen -f -- "$current")
}
complete -o nospace -F _svc svc
`,
  zsh: `#compdef svc
# source <(svc completion zsh)
_svc() {
  local -a replies
  replies=("\${(@f)$(\${words[1]} __complete --described "\${(@)words[2,CURRENT]}" 2> /dev/null)}")
  if (( ! \${#replies[1]} )); then
    [[ \${words[CURRENT-1]} == --file ]] && _files
    return
  fi
  local -a shown
  shown=("\${(@)replies//$'\\t'/  -- }")
  compadd -l -d shown -- "\${(@)replies%%$'\\t'*}"
}
compdef _svc svc
`,
  fish: `# svc completion fish | source
function __svc_complete
  set -l replies (svc __complete --described (commandline -opc)[2..-1] (commandline -ct) 2> /dev/null)
  if set -q replies[1]
    printf '%s\\n' $replies
  else if string match -q -- '--file' (commandline -opc)[-1]
    __fish_complete_path (commandline -ct)
  end
end
complete -c svc -f -a '(__svc_complete)'
`,
};
