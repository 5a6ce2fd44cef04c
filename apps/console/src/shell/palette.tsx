import { useDeferredValue, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { toTarget } from '../links/targets.js';
import { useGo } from '../links/use-go.js';
import { useScope } from '../scope/scope.js';
import { useSession } from '../session/session.js';
import { Icon } from '../ui/controls/icon.js';
import { Dialog } from '../ui/feedback/dialog.js';
import { OutsideText } from '../ui/text/outside-text.js';
import type { Command } from './command.js';
import { matches } from './matches.js';
import { SECTIONS } from './pages.js';
import classes from './palette.module.css';
import { useReleaseCommands } from './use-release-commands.js';

interface PaletteProps {
  readonly onClose: () => void;
  readonly onShowKeys: () => void;
}

/** Finds pages and actions by name, and anything that has an ID by the ID, an e-mail address or a link to it. */
export function Palette({ onClose, onShowKeys }: PaletteProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const commands = useCommands(typed, onShowKeys);
  const current = Math.min(chosen, commands.length - 1);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setChosen((current + step + commands.length) % Math.max(1, commands.length));
    else if (event.key === 'Enter') run(commands[current]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Find" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Page, action or ID"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={commands.length > 0 ? `${listId}-${current}` : undefined}
        className={classes.input}
        placeholder="A page, or any trace, span, log, issue, person or session ID"
        value={typed}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label="Results" className={classes.list}>
        {commands.map((command, index) => (
          <li
            key={command.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === current}
            className={classes.option}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span className={classes.label}>
              <OutsideText text={command.label} limit={200} />
            </span>
            {command.hint !== undefined && <span className={classes.hint}>{command.hint}</span>}
          </li>
        ))}
      </ul>
      {commands.length === 0 && (
        <p className={classes.none}>Nothing has this name, and nothing with this ID was found.</p>
      )}
    </Dialog>
  );
}

function useCommands(typed: string, onShowKeys: () => void): readonly Command[] {
  const { can } = useSession();
  const { refresh } = useScope();
  const go = useGo();
  const found = useFound(typed);
  const releases = useReleaseCommands(typed);
  const pages = SECTIONS.flatMap((section) => section.pages).filter(({ scope }) => scope === undefined || can(scope));
  const commands: readonly Command[] = [
    ...pages.map(({ to, label, icon, key }) => ({
      id: `page ${to}`,
      label,
      icon,
      hint: `g ${key}`,
      run: () => go({ to }),
    })),
    { id: 'refresh', label: 'Refresh', icon: 'refresh', hint: 'r', run: refresh },
    { id: 'keys', label: 'Show the keys', icon: 'menu', hint: '?', run: onShowKeys },
  ];
  return [...found, ...commands.filter(({ label }) => matches(label, typed)), ...releases];
}

/** Looks the text up at the service if it may be an ID. */
function useFound(typed: string): readonly Command[] {
  const go = useGo();
  const id = useDeferredValue(typed.trim());
  const isId = id.length >= 3;
  const { data } = useApi('GET /search/resolve', { query: { id } }, { enabled: isId, keepsPrevious: false });
  if (!isId || !data) return [];
  return data.matches.flatMap(({ type, id: foundId, title, path }) => {
    const target = toTarget(type, foundId, path);
    if (!target) return [];
    return [
      {
        id: `${type} ${foundId}`,
        label: title === '' ? foundId : title,
        icon: 'right' as const,
        hint: type,
        run: () => go(target),
      },
    ];
  });
}
