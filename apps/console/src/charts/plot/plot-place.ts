/**
 * Space around the lines of a chart, in pixels: the axis of values is on the left, that of times at the bottom. Marks need it before the
 * library that draws lines is loaded.
 */
export const LINES = { left: 56, right: 20, bottom: 24 };
