export {
  readNotificationRequest,
  requestNotification,
  requestNotifications,
  type NotificationContent,
  type NotificationRequest,
  type RequestedNotification,
  type RequestedType,
  type Severity,
  type Subject,
} from './notification-request.js';
export { withdrawNotifications, type Withdrawal, type WithdrawalReason } from './withdrawal.js';
