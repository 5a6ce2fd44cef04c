import { Command as Commander, Help, Option } from 'commander';
import { shownDefault, type Flag, type RawFlags } from '../command/flag.js';

/** A flag for commander, which only collects every occurrence in order. */
class FlagOption extends Option {
  constructor(readonly flag: Flag) {
    // Booleans take an optional value, because `--flag=false` must work.
    const value = flag.kind === 'bool' ? `[${flag.kind}]` : `<${flag.kind}>`;
    super(`${flag.short === undefined ? '' : `-${flag.short}, `}--${flag.name} ${value}`, helpText(flag));
    // commander would treat `--no-color` as the negation of a flag named color.
    this.negate = false;
    this.argParser((text: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), text]);
  }
}

/** Help omits the optional value of booleans. */
class FlagHelp extends Help {
  override optionTerm(option: Option): string {
    return super.optionTerm(option).replace(' [bool]', '');
  }
}

/** A commander command that parses flags as the interface defines them. */
export class FlagCommand extends Commander {
  override createCommand(name?: string): FlagCommand {
    return new FlagCommand(name);
  }

  override createHelp(): Help {
    return Object.assign(new FlagHelp(), this.configureHelp());
  }

  addFlag(flag: Flag, group: string): void {
    this.addOption(new FlagOption(flag).helpGroup(group));
  }

  /** Returns the occurrences typed at this level, by flag name. */
  typedFlags(): RawFlags {
    const typed = this.options.flatMap((option) =>
      option instanceof FlagOption
        ? [[option.flag.name, this.getOptionValue(option.attributeName()) as readonly string[] | undefined] as const]
        : [],
    );
    return Object.fromEntries(typed.filter(([, occurrences]) => occurrences !== undefined));
  }

  override parseOptions(argv: string[]): { operands: string[]; unknown: string[] } {
    return super.parseOptions(this.#spellOut(argv));
  }

  /** A group without a subcommand prints help to standard output and succeeds. */
  override help(): never {
    return super.help({ error: false });
  }

  /**
   * Writes a bare boolean as `--flag=true`, because a flag with an optional value would otherwise consume the following argument.
   * Values of flags, words of subcommands and words after `--` stay unchanged.
   */
  #spellOut(argv: readonly string[]): string[] {
    const spelled: string[] = [];
    let isValue = false;
    for (const [index, word] of argv.entries()) {
      const option: Option | undefined = isValue
        ? undefined
        : this.options.find(({ long, short }) => word === long || word === short);
      const endsHere = !isValue && (word === '--' || (this.commands.length > 0 && !word.startsWith('-')));
      if (endsHere) return [...spelled, ...argv.slice(index)];
      isValue = option?.required === true;
      spelled.push(option instanceof FlagOption && option.flag.kind === 'bool' ? `${word}=true` : word);
    }
    return spelled;
  }
}

function helpText(flag: Flag): string {
  const shown = shownDefault(flag);
  const facts = [
    ...('choices' in flag && flag.choices && !flag.choices.every((choice) => flag.description.includes(choice))
      ? [flag.choices.join(', ')]
      : []),
    ...(flag.required ? ['required'] : []),
    ...(shown === undefined || flag.kind === 'bool' || flag.required ? [] : [`default ${shown}`]),
    ...(flag.env === undefined ? [] : [flag.env]),
  ];
  return facts.length === 0 ? flag.description : `${flag.description} (${facts.join('; ')})`;
}
