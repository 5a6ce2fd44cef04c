import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import buttonClasses from '../ui/controls/button.module.css';
import { Icon } from '../ui/controls/icon.js';
import menuClasses from '../ui/controls/menu.module.css';
import { OutsideText } from '../ui/text/outside-text.js';
import { describeEnvironments } from './describe-environments.js';

interface EnvironmentMenuProps {
  readonly selected: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/** Chooses deployment environments among those that have sent something; none means all. */
export function EnvironmentMenu({ selected, onChange }: EnvironmentMenuProps): ReactNode {
  const { data } = useApi('GET /search/filters/{field}', { path: { field: 'environment' } }, { staleTime: 60_000 });
  const known = data?.values.map(({ value }) => value) ?? [];
  const names = [...new Set([...known, ...selected])].filter((name) => name !== '').toSorted();
  const label = describeEnvironments(selected);
  return (
    <Menu.Root>
      <Menu.Trigger className={`${buttonClasses.button} ${menuClasses.trigger}`} aria-label={`Environments: ${label}`}>
        <span className={menuClasses.label}>
          <OutsideText text={label} />
        </span>
        <Icon name="down" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className={menuClasses.positioner}>
          <Menu.Popup className={menuClasses.popup}>
            {names.length === 0 && <p className={menuClasses.note}>Nothing received so far names an environment.</p>}
            {names.map((name) => (
              <Menu.CheckboxItem
                key={name}
                checked={selected.includes(name)}
                onCheckedChange={(isOn) =>
                  onChange(isOn ? [...selected, name].toSorted() : selected.filter((other) => other !== name))
                }
                className={menuClasses.item}
              >
                <span className={menuClasses.mark}>
                  <Menu.CheckboxItemIndicator>
                    <Icon name="check" />
                  </Menu.CheckboxItemIndicator>
                </span>
                <OutsideText text={name} />
              </Menu.CheckboxItem>
            ))}
            {selected.length > 0 && (
              <Menu.Item className={menuClasses.item} onClick={() => onChange([])}>
                <span className={menuClasses.mark} />
                All environments
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
