export { intersect, union } from './intervals.js';
export { keepOnDuty } from './keep-on-duty.js';
export { duties, onDuty, onDutySteps, type Duty, type OnDuty } from './on-duty.js';
export type { Anchor, Interval, Layer, Override, Restriction, RotationLength, Schedule, Shift } from './schedule.js';
export { plan, planSteps, usersAt, type Plan } from './shifts.js';
export { finish, finishYielding } from './steps.js';
export { DAY_MS, dayStart, MINUTE_MS, weekday } from './wall-calendar.js';
export { findZone } from './zone.js';
