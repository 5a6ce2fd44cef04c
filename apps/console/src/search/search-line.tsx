import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { useKeys } from '../keys/use-keys.js';
import { Icon } from '../ui/controls/icon.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { complete, faultPosition, suggest, type KnownField } from './completion.js';
import classes from './search-line.module.css';

interface SearchLineProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSubmit: (query: string) => void;
  readonly fields: readonly KnownField[];
  /** The refusal of the query that is applied. */
  readonly error?: Error | null | undefined;
}

/** A query of the search language with completion. It applies with Enter; a refusal marks the place of the mistake. */
export function SearchLine({ label, placeholder, value, onSubmit, fields, error }: SearchLineProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const [cursor, setCursor] = useState<number>();
  const [chosen, setChosen] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => setTyped(value), [value]);
  useKeys('Search', [{ keys: '/', label: 'Search', run: () => input.current?.select() }]);
  const suggestions = cursor === undefined ? [] : suggest(typed, cursor, fields);
  const move = (query: string, at: number): void => {
    setTyped(query);
    setCursor(at);
    setChosen(-1);
    // The input gets the new text with the next rendering.
    requestAnimationFrame(() => input.current?.setSelectionRange(at, at));
  };
  const take = (index: number): void => {
    const suggestion = suggestions[index];
    if (!suggestion) return;
    const completed = complete(typed, suggestion);
    move(completed.query, completed.cursor);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const count = suggestions.length;
    if (event.key === 'ArrowDown' && count > 0) setChosen((chosen + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) setChosen((chosen + count - 1) % count);
    else if (
      event.key === 'Tab' &&
      chosen < 0 &&
      count > 0 &&
      cursor === typed.length &&
      typed !== '' &&
      !typed.endsWith(' ')
    )
      take(0);
    else if ((event.key === 'Tab' || event.key === 'Enter') && chosen >= 0) take(chosen);
    else if (event.key === 'Enter') {
      setCursor(undefined);
      onSubmit(typed.trim());
    } else if (event.key === 'Escape') {
      if (cursor === undefined) input.current?.blur();
      setCursor(undefined);
    } else return;
    event.preventDefault();
  };
  const refusal = error instanceof ApiError && error.status === 400 && typed.trim() === value ? error : undefined;
  const fault = refusal && faultPosition(refusal.message);
  return (
    <search className={classes.search}>
      <div className={classes.line}>
        <Icon name="search" />
        <div className={classes.field}>
          {fault !== undefined && (
            <div className={classes.mark} aria-hidden="true">
              {typed.slice(0, fault)}
              <mark>{typed.slice(fault, fault + 1) || ' '}</mark>
            </div>
          )}
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-label={label}
            aria-expanded={suggestions.length > 0}
            aria-controls={id}
            aria-autocomplete="list"
            aria-invalid={refusal !== undefined || undefined}
            aria-describedby={refusal ? `${id}-fault` : undefined}
            aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
            className={classes.input}
            placeholder={placeholder}
            value={typed}
            maxLength={4096}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.target.value);
              setCursor(event.target.selectionStart ?? event.target.value.length);
              setChosen(-1);
            }}
            onBlur={() => setCursor(undefined)}
            onKeyDown={onKeyDown}
          />
        </div>
        {value !== '' && (
          <button type="button" className={classes.clear} aria-label="Clear the search" onClick={() => onSubmit('')}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <ul id={id} role="listbox" aria-label="Suggestions" className={classes.list} hidden={suggestions.length === 0}>
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion.label}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={classes.option}
            // The input would lose the focus, and the list would close, before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(index)}
          >
            <span className={classes.label}>
              <OutsideText text={suggestion.label} />
            </span>
            <span className={classes.hint}>{suggestion.hint}</span>
          </li>
        ))}
      </ul>
      {refusal && (
        <p id={`${id}-fault`} role="alert" className={classes.fault}>
          <OutsideText text={refusal.message.replace(/^q: /, '')} />
        </p>
      )}
    </search>
  );
}
