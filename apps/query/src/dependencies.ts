export {
  CLOCK,
  COLUMN_STORE,
  CURSORS,
  EVENT_LOG,
  IDEMPOTENCY,
  LOGGER,
  PUB_SUB,
  RELATIONAL,
  type Clock,
} from '@svc/service';
