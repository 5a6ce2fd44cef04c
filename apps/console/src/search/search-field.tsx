import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useKeys } from '../keys/use-keys.js';
import { Icon } from '../ui/controls/icon.js';
import classes from './search-field.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSubmit: (text: string) => void;
}

/** Milliseconds after the last key at which the list is searched. */
const PAUSE_MS = 250;

/** Searches a list for a text, a moment after the last key or at once with Enter. */
export function SearchField({ label, placeholder, value, onSubmit }: SearchFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const submit = useRef(onSubmit);
  submit.current = onSubmit;
  useKeys('Search', [{ keys: '/', label: 'Search', run: () => input.current?.select() }]);
  // A value that was submitted returns through the address, when more may have been typed already.
  const submitted = useRef(value);
  useEffect(() => {
    if (value !== submitted.current) setTyped(value);
    submitted.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      submitted.current = typed;
      submit.current(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <label className={classes.field}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        className={classes.input}
        placeholder={placeholder}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSubmit(typed);
        }}
      />
    </label>
  );
}
