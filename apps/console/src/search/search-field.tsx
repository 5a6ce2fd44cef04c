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

/** A plain text to search for, which applies with Enter. Queries of the search language have a `SearchLine`. */
export function SearchField({ label, placeholder, value, onSubmit }: SearchFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(value), [value]);
  useKeys('Search', [{ keys: '/', label: 'Search', run: () => input.current?.select() }]);
  return (
    <search className={classes.field}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        className={classes.input}
        placeholder={placeholder}
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value === '') onSubmit('');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSubmit(typed.trim());
          if (event.key === 'Escape') input.current?.blur();
        }}
      />
    </search>
  );
}
