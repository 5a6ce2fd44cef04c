const TOKENS = {
  text: '--text',
  muted: '--text-muted',
  faint: '--text-faint',
  border: '--border',
  strong: '--border-strong',
  surface: '--surface',
  hover: '--hover',
  selected: '--selected',
  accent: '--accent',
  danger: '--danger-fill',
  dangerText: '--danger',
  sunken: '--surface-sunken',
} as const;

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
/** The tokens have so many colours of series; further services begin again with the first. */
export const SERIES = 8;

export type Colors = Readonly<Record<keyof typeof TOKENS, string>> & {
  readonly series: readonly string[];
  readonly levels: ReadonlyMap<string, string>;
  readonly font: string;
};

/** Reads the tokens of the current theme. A canvas does not understand `light-dark()`, so an element resolves each colour. */
export function readColors(parent: HTMLElement): Colors {
  const probe = document.createElement('span');
  parent.append(probe);
  const resolve = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const entries = Object.entries(TOKENS).map(([name, token]) => [name, resolve(token)]);
  const colors = {
    ...(Object.fromEntries(entries) as Record<keyof typeof TOKENS, string>),
    series: Array.from({ length: SERIES }, (_, index) => resolve(`--series-${index + 1}`)),
    levels: new Map(LEVELS.map((level) => [level, resolve(`--level-${level}`)])),
    font: `11px ${getComputedStyle(probe).fontFamily}`,
  };
  probe.remove();
  return colors;
}

/** Calls back when the theme changes, by the system or by the user. */
export function watchTheme(onChange: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)');
  media.addEventListener('change', onChange);
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    media.removeEventListener('change', onChange);
    observer.disconnect();
  };
}
