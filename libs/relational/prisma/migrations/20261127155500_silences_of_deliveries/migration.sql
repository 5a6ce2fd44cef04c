-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "silence_ids" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "notification_withdrawals" ADD COLUMN     "silence_ids" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Deliveries of the last release name their silences only in the notification that was not sent.
UPDATE "deliveries" SET "silence_ids" = ARRAY(
  SELECT json_array_elements_text("notification" -> 'data' -> 'silence_ids'))
WHERE "status" = 'suppressed' AND "reason" = 'silenced' AND json_typeof("notification" -> 'data' -> 'silence_ids') = 'array';
