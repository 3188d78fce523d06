import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

interface Words {
  /** Words of the commands so far, `versions declare`; empty at the beginning. */
  path: string
  commands: { name: string; description: string }[]
  options: { flag: string; description: string; values: string[] }[]
  /** Possible arguments, as far as they are known here. */
  values: string[]
}

/** The script that has a shell complete commands and options; it is made of the commands themselves. */
export function completionScript(program: Command, shell: Shell): string {
  const words = collect(program, '', program.options)
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](words)
}

function collect(command: Command, path: string, shared: Command['options']): Words[] {
  const commands = command.commands.map((each) => ({ name: each.name(), description: each.description() }))
  const options = [...new Set([...command.options, ...shared])].flatMap(
    ({ long, description, argChoices: values = [] }) => (long ? [{ flag: long, description, values }] : []),
  )
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices)
  return [
    {
      path,
      commands,
      values,
      options: [...options, { flag: '--help', description: 'Show the help', values: [] }],
    },
    ...command.commands.flatMap((each) => collect(each, `${path} ${each.name()}`.trim(), shared)),
  ]
}

const cases = (all: Words[]) =>
  all
    .map(({ path, commands, options, values }) => {
      const words = [...commands.map(({ name }) => name), ...values, ...options.map(({ flag }) => flag)]
      return `    '${path}') words='${words.join(' ')}' ;;`
    })
    .join('\n')

/** Cases for the values of an option, where the word before is that option. */
const valueCases = (all: Words[]) =>
  all
    .flatMap(({ path, options }) =>
      options.flatMap(({ flag, values }) =>
        values.length > 0 ? [`    '${path} ${flag}') words='${values.join(' ')}' ;;`] : [],
      ),
    )
    .join('\n')

/** Finds the command by the words before the one that is typed, as far as they name one. */
const bashScript = (all: Words[]) => `_sdo() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' words='' word next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    case "$next" in
      ${all.flatMap(({ path }) => (path ? [`'${path}'`] : [])).join(' | ')}) path="$next" ;;
    esac
  done
  case "$path" in
${cases(all)}
  esac
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${valueCases(all)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sdo sdo
`

const zshScript = (all: Words[]) => `#compdef sdo
autoload -U +X bashcompinit && bashcompinit
${bashScript(all)}`

const fishText = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fishScript(all: Words[]): string {
  const lines = all.flatMap(({ path, commands, options, values }) => {
    const seen =
      path === ''
        ? '__fish_use_subcommand'
        : path
            .split(' ')
            .map((word) => `__fish_seen_subcommand_from ${word}`)
            .join('; and ')
    return [
      ...commands.map(
        ({ name, description }) => `complete -c sdo -f -n '${seen}' -a ${name} -d ${fishText(description)}`,
      ),
      ...values.map((value) => `complete -c sdo -f -n '${seen}' -a ${value}`),
      ...options.map(({ flag, description, values }) => {
        const where = path === '' ? '' : ` -n '${seen}'`
        const allowed = values.length > 0 ? ` -x -a '${values.join(' ')}'` : ''
        return `complete -c sdo${where} -l ${flag.slice(2)}${allowed} -d ${fishText(description)}`
      }),
    ]
  })
  return `${[...new Set(lines)].join('\n')}\n`
}
