export { MembersRepository, type Members } from './members.repository.js';
export { OncallModule } from './oncall.module.js';
export { OverridesRepository, type ScheduleOverride } from './overrides/overrides.repository.js';
export { finishYielding, usersAt, type Schedule } from './resolver/index.js';
export { SchedulesRepository } from './schedules/schedules.repository.js';
export { toSchedule } from './schedules/schedules.service.js';
export { readTime } from './times.js';
