import { scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import type { Measurement } from './measurements.js';

const WIDTH = 640;
const HEIGHT = 200;
const MARGIN = { top: 34, right: 20, bottom: 28, left: 56 };
const COLOR = '#2563eb';
const GREY = '#6b7280';

/** The history of one figure as an SVG document, from zero, so that a change looks as large as it is. */
export function drawChart(figure: string, measurements: readonly Measurement[]): string {
  const points = measurements.map(({ measuredAt, value }) => ({ at: new Date(measuredAt), value }));
  const times = points.map(({ at }) => at.getTime());
  const x = scaleUtc([Math.min(...times), Math.max(...times)], [MARGIN.left, WIDTH - MARGIN.right]);
  const y = scaleLinear(
    [0, Math.max(...points.map(({ value }) => value), 1e-9)],
    [HEIGHT - MARGIN.bottom, MARGIN.top],
  ).nice(4);
  const path = line<(typeof points)[number]>(
    ({ at }) => x(at),
    ({ value }) => y(value),
  )(points);
  const rows = y.ticks(4).map((tick) => {
    const at = y(tick).toFixed(1);
    return `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${at}" y2="${at}" stroke="#e5e7eb"/>
  <text x="${MARGIN.left - 6}" y="${at}" dy="4" text-anchor="end" fill="${GREY}">${y.tickFormat(4, '~s')(tick)}</text>`;
  });
  const columns = x.ticks(5).map((tick) => {
    return `<text x="${x(tick).toFixed(1)}" y="${HEIGHT - 8}" text-anchor="middle" fill="${GREY}">${x.tickFormat(5)(tick)}</text>`;
  });
  const dots = measurements.map(({ commit, load, value, measuredAt }) => {
    const place = `cx="${x(new Date(measuredAt)).toFixed(1)}" cy="${y(value).toFixed(1)}"`;
    return `<circle ${place} r="3" fill="${COLOR}"><title>${escapeXml(`${value} at ${commit}, load ${load.toFixed(1)}`)}</title></circle>`;
  });
  const latest = measurements.at(-1)?.value ?? 0;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="11">
  <rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
  <text x="8" y="18" font-size="13" fill="#111827">${escapeXml(figure)}: ${latest}</text>
  ${[...rows, ...columns].join('\n  ')}
  <path d="${path ?? ''}" fill="none" stroke="${COLOR}" stroke-width="1.5"/>
  ${dots.join('\n  ')}
</svg>
`;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
