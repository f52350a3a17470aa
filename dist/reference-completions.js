import{b as e,f as t,g as n,i as r,m as i,n as a,r as o,x as s,y as c}from"./command.js";import{S as l}from"./rules.js";const u={bash:y,zsh:x,fish:T},d=e=>[...t(e).map(t=>i(t,e)),a];function f(e){return e===`explain`?l:o[e].operands}function p({type:e,choices:t,value:n=``}){return e===`boolean`?`none`:t===void 0?/\bREF\b/.test(n)?`refs`:/\bFILE\b/.test(n)?`files`:/\bFOLDER\b/.test(n)?`folders`:`none`:t}const m=({type:e})=>e!==`boolean`,h=({name:e,short:t})=>[...t?[`-${t}`]:[],`--${e}`],g=e=>`'${e.replaceAll(`'`,String.raw`'\''`)}'`,_=`git for-each-ref --format='%(refname:short)' refs/heads refs/remotes refs/tags 2>/dev/null`,v=e=>`# Completion of plumbline for ${e}, printed by \`plumbline completions ${e}\`.`;function y(){let e=r.flatMap(e=>d(e).filter(m).map(t=>`    ${h(t).map(t=>`${e}:${t}`).join(`|`)}) ${b(t)} ;;`)),t=r.map(e=>{let t=f(e);return`    ${e}) options=${g(d(e).flatMap(h).join(` `))}${typeof t==`string`?``:`; words=${g(t.join(` `))}`} ;;`});return`${v(`bash`)}
# Add this to ~/.bashrc: eval "$(plumbline completions bash)"
_plumbline() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} options= words=
  COMPREPLY=()
  # bash splits \`--format=json\` at the equals sign.
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W ${g([...r,`--help`,`--version`].join(` `))} -- "$cur"))
    return
  fi
  case "$command:$prev" in
${e.join(`
`)}
  esac
  case "$command" in
${t.join(`
`)}
    help) words=${g(r.join(` `))} ;;
  esac
  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
# Without a reply, bash completes file names.
complete -o bashdefault -o default -F _plumbline plumbline
`}function b(e){let t=p(e);return typeof t==`string`?t===`refs`?`COMPREPLY=($(compgen -W "$(${_})" -- "$cur") $(compgen -d -- "$cur")); return`:t===`files`?`return`:t===`folders`?`compopt +o default -o dirnames 2>/dev/null; return`:`compopt +o default 2>/dev/null; return`:`COMPREPLY=($(compgen -W ${g(t.join(` `))} -- "$cur")); return`}function x(){let e=r.map(e=>`    ${g(`${e}:${o[e].summary}`)}`),t=r.map(e=>`        ${e})\n          _arguments -s ${[...d(e).map(S),w(e)].filter(Boolean).map(e=>`\\\n            ${e}`).join(` `)}\n          ;;`);return`#compdef plumbline
${v(`zsh`)}
# Add this to ~/.zshrc, after compinit: eval "$(plumbline completions zsh)"
_plumbline_refs() {
  local -a refs
  refs=(\${(f)"$(${_})"})
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
`}function S(e){let{name:t,short:n,type:r,summary:i,value:a=t.toUpperCase()}=e,o=g(`[${i.replace(/[[\]\\]/g,String.raw`\$&`)}]${m(e)?`:${a.replaceAll(`:`,` `)}:${C(e)}`:``}`),s=r===`list`||r===`map`,c=m(e)?`=`:``;return n===void 0?`'${s?`*`:``}--${t}${c}'${o}`:`'(-${n} --${t})'{-${n}${c?`+`:``},--${t}${c}}${o}`}function C(e){let t=p(e);return typeof t==`string`?{none:` `,files:`_files`,folders:`_files -/`,refs:`_plumbline_refs`}[t]:`(${t.join(` `)})`}function w(e){let t=f(e);return t===`files`?`'*:path:_files'`:t===`folders`?`'*:folder:_files -/'`:t.length===0?``:g(`1:argument:(${t.join(` `)})`)}function T(){let e=r.map(e=>`complete -c plumbline -n __fish_use_subcommand -a ${e} -d ${E(o[e].summary)}`),t=r.flatMap(e=>{let t=`complete -c plumbline -n '__fish_seen_subcommand_from ${e}'`,n=f(e);return[...(n===`files`?[`-F`]:n===`folders`?[`-a '(__fish_complete_directories)'`]:n.length>0?[`-a ${E(n.join(` `))}`]:[]).map(e=>`${t} ${e}`),...d(e).map(e=>`${t} -l ${e.name}${e.short?` -s ${e.short}`:``}${D(e)} -d ${E(e.summary)}`)]});return`${v(`fish`)}
# Save this as ~/.config/fish/completions/plumbline.fish
complete -c plumbline -f
complete -c plumbline -n __fish_use_subcommand -l help -s h -d 'Show the help'
complete -c plumbline -n __fish_use_subcommand -l version -d 'Print the version'
complete -c plumbline -n '__fish_seen_subcommand_from help' -a ${E(r.join(` `))}
${[...e,...t].join(`
`)}
`}const E=e=>`'${e.replace(/[\\']/g,String.raw`\$&`)}'`;function D(e){let t=p(e);return m(e)?typeof t==`string`?t===`files`?` -r -F`:t===`folders`?` -x -a '(__fish_complete_directories)'`:t===`refs`?` -x -a ${E(`(${_}) (__fish_complete_directories)`)}`:` -x`:` -x -a ${E(t.join(` `))}`:``}async function O({positionals:t},{stdout:r,env:i}){let a=Object.keys(u),[o,...l]=t;if(o===void 0||l.length>0){let t=a.find(e=>i.SHELL?.endsWith(`/${e}`))??`bash`;throw new e(`usage`,"`completions` needs the name of one shell",{help:`Write \`plumbline completions ${t}\`. There are scripts for ${a.join(`, `)}.`})}let d=Object.hasOwn(u,o)?u[o]:void 0;if(d===void 0){let t=c(o,a);throw new e(`usage`,`There is no completion script for \`${o}\``,{help:t===void 0?`There are scripts for ${a.join(`, `)}.`:n(t)})}return r.write(d(),`document`),s.ok}export{O as runCompletions};