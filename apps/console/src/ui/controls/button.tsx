import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { toPlainText } from '../../text/segments.js';
import classes from './button.module.css';
import { classNames } from './class-names.js';
import { Icon, type IconName } from './icon.js';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly icon?: IconName;
  /** Shown in the tooltip, and announced. */
  readonly shortcut?: string;
  /** Why the button does nothing; it can still be focused, so that the reason is read. */
  readonly disabledReason?: string | undefined;
}

/** A button. A disabled one says why. Without children it needs an `aria-label`, which is its tooltip. */
export function Button({
  kind = 'secondary',
  icon,
  shortcut,
  disabledReason,
  children,
  ...rest
}: ButtonProps): ReactNode {
  const label = rest['aria-label'];
  const tip = toPlainText(disabledReason ?? rest.title ?? label ?? '') || undefined;
  const isDisabled = disabledReason !== undefined;
  return (
    <button
      type="button"
      {...rest}
      title={shortcut === undefined ? tip : `${tip ?? ''} (${shortcut})`.trimStart()}
      aria-keyshortcuts={shortcut}
      aria-disabled={isDisabled || rest['aria-disabled']}
      onClick={isDisabled ? undefined : rest.onClick}
      className={classNames(classes.button, classes[kind], children === undefined && classes.square)}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
