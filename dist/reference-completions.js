import{V as e,b as t,f as n,g as r,i,m as a,n as o,r as s,x as c,y as l}from"./command.js";import{X as u}from"./manifests.js";import{T as d}from"./rules.js";import{Er as f}from"./read.js";const p={bash:S,zsh:w,fish:O},m=e=>[...n(e).map(t=>a(t,e)),o];function h(e){return e===`explain`?d:s[e].operands}function g({type:e,choices:t,value:n=``}){return e===`boolean`?`none`:t===void 0?/\bREF\b/.test(n)?`refs`:/\bFILE\b/.test(n)?`files`:/\bFOLDER\b/.test(n)?`folders`:`none`:t}const _=({type:e})=>e!==`boolean`,v=({name:e,short:t})=>[...f(t,`-${t}`),`--${e}`],y=e=>`'${e.replaceAll(`'`,String.raw`'\''`)}'`,b=`git for-each-ref --format='%(refname:short)' refs/heads refs/remotes refs/tags 2>/dev/null`,x=e=>`# Completion of plumbline for ${e}, printed by \`plumbline completions ${e}\`.`;function S(){let e=i.flatMap(e=>m(e).filter(_).map(t=>`    ${v(t).map(t=>`${e}:${t}`).join(`|`)}) ${C(t)} ;;`)),t=i.map(e=>{let t=h(e),n=typeof t==`string`?``:`; words=${y(t.join(` `))}`;return`    ${e}) options=${y(m(e).flatMap(v).join(` `))}${n} ;;`});return`${x(`bash`)}
# Add this to ~/.bashrc: eval "$(plumbline completions bash)"
_plumbline() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} options= words=
  COMPREPLY=()
  # bash splits \`--format=json\` at the equals sign.
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W ${y([...i,`--help`,`--version`].join(` `))} -- "$cur"))
    return
  fi
  case "$command:$prev" in
${e.join(`
`)}
  esac
  case "$command" in
${t.join(`
`)}
    help) words=${y(i.join(` `))} ;;
  esac
  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
# Without a reply, bash completes file names.
complete -o bashdefault -o default -F _plumbline plumbline
`}function C(e){let t=g(e);return typeof t==`string`?t===`refs`?`COMPREPLY=($(compgen -W "$(${b})" -- "$cur") $(compgen -d -- "$cur")); return`:t===`files`?`return`:t===`folders`?`compopt +o default -o dirnames 2>/dev/null; return`:`compopt +o default 2>/dev/null; return`:`COMPREPLY=($(compgen -W ${y(t.join(` `))} -- "$cur")); return`}function w(){let e=i.map(e=>`    ${y(`${e}:${s[e].summary}`)}`),t=i.map(e=>`        ${e})\n          _arguments -s ${[...m(e).map(T),D(e)].filter(Boolean).map(e=>`\\\n            ${e}`).join(` `)}\n          ;;`);return`#compdef plumbline
${x(`zsh`)}
# Add this to ~/.zshrc, after compinit: eval "$(plumbline completions zsh)"
_plumbline_refs() {
  local -a refs
  refs=(\${(f)"$(${b})"})
  _alternative "refs:git ref:compadd -a refs" "folders:folder:_files -/"
}
_plumbline() {
  local curcontext="$curcontext" state line
  local -a commands
  commands=(
${e.join(`
`)}
  )
  _arguments -C '(- *)'{-h,--help}'[Show the help]' '(- *)--version[Print the version]' '1:command:->command' '*::argument:->argument' && return
  case $state in
    command) _describe -t commands command commands ;;
    argument)
      case $words[1] in
${t.join(`
`)}
        help) _describe -t commands command commands ;;
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = "_plumbline" ]; then _plumbline "$@"; else compdef _plumbline plumbline; fi
`}function T(t){let{name:n,short:r,type:i,summary:a,value:o=n.toUpperCase()}=t,s=y(`[${a.replace(/[[\]\\]/g,String.raw`\$&`)}]${e(_(t),`:${o.replaceAll(`:`,` `)}:${E(t)}`)}`),c=i===`list`||i===`map`,l=e(_(t),`=`);return r===void 0?`'${e(c,`*`)}--${n}${l}'${s}`:`'(-${r} --${n})'{-${r}${e(l,`+`)},--${n}${l}}${s}`}function E(e){let t=g(e);return typeof t==`string`?{none:` `,files:`_files`,folders:`_files -/`,refs:`_plumbline_refs`}[t]:`(${t.join(` `)})`}function D(e){let t=h(e);return t===`files`?`'*:path:_files'`:t===`folders`?`'*:folder:_files -/'`:t.length===0?``:y(`1:argument:(${t.join(` `)})`)}function O(){let t=i.map(e=>`complete -c plumbline -n __fish_use_subcommand -a ${e} -d ${k(s[e].summary)}`),n=i.flatMap(t=>{let n=`complete -c plumbline -n '__fish_seen_subcommand_from ${t}'`,r=h(t);return[...(r===`files`?[`-F`]:r===`folders`?[`-a '(__fish_complete_directories)'`]:r.length>0?[`-a ${k(r.join(` `))}`]:[]).map(e=>`${n} ${e}`),...m(t).map(t=>`${n} -l ${t.name}${e(t.short,` -s ${t.short}`)}${A(t)} -d ${k(t.summary)}`)]});return`${x(`fish`)}
# Save this as ~/.config/fish/completions/plumbline.fish
complete -c plumbline -f
complete -c plumbline -n __fish_use_subcommand -l help -s h -d 'Show the help'
complete -c plumbline -n __fish_use_subcommand -l version -d 'Print the version'
complete -c plumbline -n '__fish_seen_subcommand_from help' -a ${k(i.join(` `))}
${[...t,...n].join(`
`)}
`}const k=e=>`'${e.replace(/[\\']/g,String.raw`\$&`)}'`;function A(e){let t=g(e);return _(e)?typeof t==`string`?t===`files`?` -r -F`:t===`folders`?` -x -a '(__fish_complete_directories)'`:t===`refs`?` -x -a ${k(`(${b}) (__fish_complete_directories)`)}`:` -x`:` -x -a ${k(t.join(` `))}`:``}async function j({positionals:e},{stdout:n,env:i}){let a=Object.keys(p),[o,...s]=e;if(o===void 0||s.length>0){let e=a.find(e=>i.SHELL?.endsWith(`/${e}`))??`bash`;throw new t(`usage`,"`completions` needs the name of one shell",{help:`Write \`plumbline completions ${e}\`. There are scripts for ${a.join(`, `)}.`})}let d=u(p,o);if(d===void 0){let e=l(o,a);throw new t(`usage`,`There is no completion script for \`${o}\``,{help:e===void 0?`There are scripts for ${a.join(`, `)}.`:r(e)})}return n.write(d(),`document`),c.ok}export{j as runCompletions};