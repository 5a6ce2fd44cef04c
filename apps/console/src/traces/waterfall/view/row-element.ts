import { formatDuration } from '../../../time/amounts.js';
import { FLAG, hasFlag, toDuration, toName, toServiceName } from '../model/trace-tree.js';
import type { WaterfallState } from '../state/waterfall-state.js';
import { SERIES } from './colors.js';
import { setText, showOutside } from './show-outside.js';
import classes from './waterfall-row.module.css';

/** Deeper levels are not indented further; a number says how deep they are. */
const MOST_INDENTS = 12;
const BADGES = [
  [FLAG.skew, 'starts before its parent'],
  [FLAG.cycle, 'parent in a cycle'],
  [FLAG.duplicate, 'repeated ID'],
] as const;

/** One row of the treegrid, which shows one node after another as the rows scroll. */
export class RowElement {
  readonly element = make('div', classes['row']);
  #shown = '';
  readonly #toggle = make('span', classes['toggle']);
  readonly #depth = make('span', classes['depth']);
  readonly #swatch = make('span', classes['swatch']);
  readonly #service = make('bdi', classes['service']);
  readonly #name = make('bdi', classes['name']);
  readonly #badges = make('span', classes['badges']);
  readonly #facts = make('span', classes['facts']);

  constructor(id: string) {
    this.element.id = id;
    this.element.role = 'row';
    this.#facts.role = 'gridcell';
    for (const part of [this.#toggle, this.#swatch]) part.ariaHidden = 'true';
    this.#toggle.dataset['toggle'] = '';
    const cell = make('span', classes['cell']);
    cell.role = 'gridcell';
    cell.append(this.#toggle, this.#depth, this.#swatch, this.#service, this.#name, this.#badges);
    this.element.append(cell, this.#facts);
  }

  /** Shows a row at a distance from the top of the rows on screen, in pixels. */
  show(state: WaterfallState, row: number, top: number, open: number): void {
    this.element.style.transform = `translateY(${top}px)`;
    const node = state.rows.nodeAt(row);
    const { active, selected } = state.snapshot;
    const [isActive, isCollapsed] = [node === active, state.rows.isCollapsed(node)];
    const isChosen = selected.has(node);
    const key = `${row} ${node} ${isActive} ${isCollapsed} ${isChosen} ${open === node}`;
    if (key === this.#shown) return;
    this.#shown = key;
    this.element.ariaRowIndex = String(row + 1);
    this.element.ariaSelected = String(isChosen);
    this.element.toggleAttribute('data-active', isActive);
    this.element.toggleAttribute('data-open', open === node || isChosen);
    this.#describe(state, node);
    const hasChildren = (state.tree.size[node] ?? 0) > 0;
    this.element.ariaExpanded = hasChildren ? String(!isCollapsed) : null;
    setText(this.#toggle, hasChildren ? (isCollapsed ? '▸' : '▾') : '');
  }

  #describe({ tree }: WaterfallState, node: number): void {
    const depth = tree.depth[node] ?? 0;
    const isMarker = hasFlag(tree, node, FLAG.marker);
    const isError = hasFlag(tree, node, FLAG.error);
    this.element.ariaLevel = String(depth + 1);
    this.element.style.setProperty('--indent', String(Math.min(depth, MOST_INDENTS)));
    this.element.toggleAttribute('data-error', isError);
    this.element.toggleAttribute('data-marker', isMarker);
    setText(this.#depth, depth > MOST_INDENTS ? String(depth) : '');
    this.#swatch.dataset['series'] = isMarker ? '' : String((tree.service[node] ?? 0) % SERIES);
    showOutside(this.#service, toServiceName(tree, node));
    showOutside(this.#name, isMarker ? `${toName(tree, node)} ${tree.ids[node]}` : toName(tree, node));
    const badges = BADGES.filter(([flag]) => hasFlag(tree, node, flag)).map(([, text]) => text);
    setText(this.#badges, [...(isError ? ['error'] : []), ...badges].join(', '));
    setText(this.#facts, isMarker ? '' : formatDuration(toDuration(tree, node)));
  }
}

function make(tag: string, className = ''): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}
