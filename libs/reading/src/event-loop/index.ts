export { EventLoopYielder, mapYielding, sortYielding } from './yielding.js';
