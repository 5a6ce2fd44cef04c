export { EventReader, type EventAction, type ReaderLimits } from './event-reader.js';
export { DomainEventsModule } from './domain-events.module.js';
export { readEvents } from './read-events.js';
export {
  recordEvent,
  recordEvents,
  type ChannelEventType,
  type DomainEventType,
  type NewDomainEvent,
} from './record-event.js';
