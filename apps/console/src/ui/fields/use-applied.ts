import { useEffect, useState, type KeyboardEvent } from 'react';

interface Applied {
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * A text that applies with Enter, or when its field is left.
 *
 * @param isValid tells whether a text can apply; every text can by default.
 */
export function useApplied(
  value: string,
  onChange: (value: string) => void,
  isValid: (text: string) => boolean = () => true,
): Applied {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const apply = (): void => {
    const text = typed.trim();
    if (text !== value && isValid(text)) onChange(text);
  };
  return {
    typed,
    setTyped,
    onBlur: apply,
    onKeyDown: (event) => {
      if (event.key === 'Enter') apply();
    },
  };
}
