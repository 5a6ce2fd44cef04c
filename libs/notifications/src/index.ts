export {
  readNotificationRequest,
  requestNotification,
  requestNotifications,
  type NotificationContent,
  type NotificationRequest,
  type RequestedNotification,
  type RequestedType,
  type Severity,
} from './notification-request.js';
export type { Subject } from './subject.js';
export { withdrawNotifications, type Withdrawal, type WithdrawalReason } from './withdrawal.js';
