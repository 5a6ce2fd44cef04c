import { nextError, similarSpans } from '../model/choose.js';
import type { WaterfallState } from './waterfall-state.js';

/** The parts outside of the state that a command can reach. */
export interface Surroundings {
  /** Rows that fit on the screen. */
  readonly pageRows: number;
  readonly open: (node: number | undefined) => void;
  readonly focusFind: () => void;
}

export interface Command {
  /** Keys as `KeyboardEvent.key` names them. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: (state: WaterfallState, surroundings: Surroundings) => void;
}

const ZOOM = 1.5;
const PAN = 0.2;

/** Everything that keys do in a waterfall, also for a list of shortcuts. */
export const COMMANDS: readonly Command[] = [
  { keys: ['ArrowDown'], label: 'Next row', run: (state) => state.move(1) },
  { keys: ['ArrowUp'], label: 'Previous row', run: (state) => state.move(-1) },
  { keys: ['PageDown'], label: 'Next screen', run: (state, { pageRows }) => state.move(pageRows) },
  { keys: ['PageUp'], label: 'Previous screen', run: (state, { pageRows }) => state.move(-pageRows) },
  { keys: ['Home'], label: 'First row', run: (state) => state.move(-Infinity) },
  { keys: ['End'], label: 'Last row', run: (state) => state.move(Infinity) },
  { keys: ['ArrowRight'], label: 'Expand, or go to the first child', run: expandOrEnter },
  { keys: ['ArrowLeft'], label: 'Collapse, or go to the parent', run: collapseOrLeave },
  { keys: ['Enter'], label: 'Open the span', run: openActive },
  { keys: ['w', '+'], label: 'Zoom in', run: ({ viewport }) => viewport.zoom(1 / ZOOM) },
  { keys: ['s', '-'], label: 'Zoom out', run: ({ viewport }) => viewport.zoom(ZOOM) },
  { keys: ['a'], label: 'Earlier', run: ({ viewport }) => viewport.pan(-PAN) },
  { keys: ['d'], label: 'Later', run: ({ viewport }) => viewport.pan(PAN) },
  { keys: ['f'], label: 'Fit the selection or the active span', run: fitSelection },
  { keys: ['0'], label: 'Fit the whole trace', run: ({ viewport }) => viewport.showAll() },
  { keys: ['/'], label: 'Find', run: (_, { focusFind }) => focusFind() },
  { keys: ['n'], label: 'Next hit', run: (state) => state.goToHit(1) },
  { keys: ['N'], label: 'Previous hit', run: (state) => state.goToHit(-1) },
  { keys: ['e'], label: 'Next error', run: (state) => goToError(state, 1) },
  { keys: ['E'], label: 'Previous error', run: (state) => goToError(state, -1) },
  { keys: ['c'], label: 'Show or hide the critical path', run: (state) => state.toggleCritical() },
  {
    keys: ['x'],
    label: 'Add to the selection, or remove',
    run: (state) => state.toggleSelected(state.snapshot.active),
  },
  { keys: ['X'], label: 'Select the spans of the same service and name', run: selectSimilar },
  { keys: ['Escape'], label: 'Clear the selection, then close the span', run: clear },
];

export function findCommand(key: string): Command | undefined {
  return COMMANDS.find(({ keys }) => keys.includes(key));
}

function expandOrEnter(state: WaterfallState): void {
  const { active } = state.snapshot;
  if (state.rows.isCollapsed(active)) state.setCollapsed(active, false);
  else if ((state.tree.size[active] ?? 0) > 0) state.activate(active + 1);
}

function collapseOrLeave(state: WaterfallState): void {
  const { active } = state.snapshot;
  if ((state.tree.size[active] ?? 0) > 0 && !state.rows.isCollapsed(active)) state.setCollapsed(active, true);
  else state.activate(state.tree.parent[active] ?? -1);
}

function openActive({ tree, snapshot }: WaterfallState, { open }: Surroundings): void {
  if (tree.spans[snapshot.active] !== undefined) open(snapshot.active);
}

function fitSelection({ tree, viewport, snapshot }: WaterfallState): void {
  const { range, selected, active } = snapshot;
  const nodes = selected.size > 0 ? [...selected] : active < 0 ? [] : [active];
  const from = range?.[0] ?? nodes.reduce((least, node) => Math.min(least, tree.start[node] ?? least), Infinity);
  const to = range?.[1] ?? nodes.reduce((most, node) => Math.max(most, tree.end[node] ?? most), 0);
  if (from <= to) viewport.show(from, to);
}

function goToError(state: WaterfallState, step: 1 | -1): void {
  state.goTo(nextError(state.tree, state.snapshot.active, step));
}

function selectSimilar(state: WaterfallState): void {
  state.select(similarSpans(state.tree, state.snapshot.active));
}

function clear(state: WaterfallState, { open }: Surroundings): void {
  if (state.snapshot.selected.size > 0 || state.snapshot.range !== undefined) state.select([]);
  else open(undefined);
}
