import type { ReactNode } from 'react';
import type { GrantableScope } from '../../gen/api.js';
import classes from '../settings.module.css';
import { refuseScope } from './presets.js';

interface ScopePickerProps {
  readonly scopes: readonly GrantableScope[];
  readonly chosen: readonly string[];
  readonly isPublishable: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** All scopes with what they permit; those that cannot be granted say why. */
export function ScopePicker({ scopes, chosen, isPublishable, onChange }: ScopePickerProps): ReactNode {
  const toggle = (name: string): void =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <ul aria-label="Scopes" className={classes.scopes} tabIndex={0}>
      {scopes.map((scope) => {
        const refusal = refuseScope(scope, isPublishable);
        return (
          <li key={scope.name}>
            <label className={classes.scope} title={refusal}>
              <input
                type="checkbox"
                checked={chosen.includes(scope.name)}
                disabled={refusal !== undefined}
                onChange={() => toggle(scope.name)}
              />
              <code>{scope.name}</code>
              <span className={classes.note}>{refusal ?? scope.description}</span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
