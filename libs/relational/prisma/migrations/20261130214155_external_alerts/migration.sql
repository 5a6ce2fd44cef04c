-- AlterTable
ALTER TABLE "alert_rule_states" ADD COLUMN     "received_at" TIMESTAMPTZ(3);
