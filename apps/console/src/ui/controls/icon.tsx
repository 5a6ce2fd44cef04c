import type { ReactNode } from 'react';
import classes from './icon.module.css';

/** Strokes on a grid of 16 units. */
const PATHS = {
  home: 'M2.5 7.2 8 2.6l5.5 4.6M4 6.4v6.9h3v-3.6h2v3.6h3V6.4',
  logs: 'M2.5 4h11M2.5 8h7.5M2.5 12h9.5',
  traces: 'M2.5 3.5h7M5.5 8h7M8.5 12.5h5',
  metrics: 'M2.5 13.5V2.5M2.5 13.5h11M5 10.5l2.5-3.2 2 1.7 3.5-5',
  services: 'M8 2.2l5 2.9v5.8l-5 2.9-5-2.9V5.1zM8 8l5-2.9M8 8v5.8M8 8L3 5.1',
  issues: 'M8 2.5 14 13H2zM8 6.5v3.2M8 11.4v.2',
  customers:
    'M6 7.5a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8M1.8 13.4c.3-2.6 2-4 4.2-4s3.9 1.4 4.2 4M10.6 3a2.3 2.3 0 0 1 0 4.4M11.8 9.6c1.4.5 2.2 1.8 2.4 3.8',
  replays: 'M8 13.5a5.5 5.5 0 1 0-5.2-3.7M2.3 6.2l.4 3.8 3.5-1.3M6.8 5.9v4.2L10.2 8z',
  flags: 'M3.5 13.8V2.6M3.5 3.2h8.4l-1.8 2.7 1.8 2.7H3.5',
  respond: 'M4 11V7.2a4 4 0 0 1 8 0V11l1.2 1.3H2.8zM6.6 13.6a1.5 1.5 0 0 0 2.8 0',
  ai: 'M8 2.3l1.5 4.2L13.7 8l-4.2 1.5L8 13.7 6.5 9.5 2.3 8l4.2-1.5z',
  dashboards: 'M2.5 2.5h4.7v6H2.5zM8.8 2.5h4.7v3.2H8.8zM8.8 7.3h4.7v6.2H8.8zM2.5 10.1h4.7v3.4H2.5z',
  settings: 'M2.5 4.5h6M11.5 4.5h2M8.5 3v3M2.5 11.5h2M7.5 11.5h6M4.5 10v3',
  search: 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10M10.7 10.7 14 14',
  refresh: 'M13 5.5A5.5 5.5 0 1 0 13.5 9M13.3 2.3v3.4H9.9',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 4.8V8l2.2 1.6',
  close: 'M3.8 3.8l8.4 8.4M12.2 3.8l-8.4 8.4',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  down: 'M4 6.2 8 10.2l4-4',
  right: 'M6.2 4l4 4-4 4',
  left: 'M9.8 4l-4 4 4 4',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  more: 'M3.6 8h.1M8 8h.1M12.4 8h.1',
  filter: 'M2.5 3.5h11l-4.3 5v4l-2.4 1v-5z',
  exclude: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M3.9 3.9l8.2 8.2',
  play: 'M4.5 3l8 5-8 5z',
  pause: 'M5 3v10M11 3v10',
  plus: 'M8 3v10M3 8h10',
  move: 'M8 2v12M2 8h12M6.2 3.8 8 2l1.8 1.8M6.2 12.2 8 14l1.8-1.8M3.8 6.2 2 8l1.8 1.8M12.2 6.2 14 8l-1.8 1.8',
  external: 'M6.5 3.5h-3v9h9v-3M9 2.5h4.5V7M13.2 2.8 7.5 8.5',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9',
  edit: 'M10.8 2.8l2.4 2.4-7.6 7.6-3 .6.6-3z',
  bell: 'M4 11V7.2a4 4 0 0 1 8 0V11l1.2 1.3H2.8z',
  export: 'M8 2.5v7M5 6.8l3 2.9 3-2.9M2.8 11v2.5h10.4V11',
  bookmark: 'M4 2.5h8v11L8 10.6l-4 2.9z',
  user: 'M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8M3 13.6c.3-2.7 2.3-4 5-4s4.7 1.3 5 4',
} as const;

export type IconName = keyof typeof PATHS;

/** A small drawing beside a text that says the same. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className={classes.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
