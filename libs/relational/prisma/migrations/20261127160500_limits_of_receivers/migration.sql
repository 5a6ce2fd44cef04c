-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "receiver" TEXT,
ADD COLUMN     "recipient" TEXT;

-- Deliveries to contact methods keep their limits across the upgrade.
UPDATE "deliveries" SET "receiver" = 'contact/' || "contact_method_id" WHERE "contact_method_id" IS NOT NULL;

-- DropIndex
DROP INDEX "deliveries_admitted_idx";

-- DropIndex
DROP INDEX "deliveries_held_idx";

-- CreateIndex
CREATE INDEX "deliveries_admitted_receiver_idx" ON "deliveries"("receiver", "admitted_at") WHERE (admitted_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "deliveries_admitted_project_idx" ON "deliveries"("project_id", "admitted_at") WHERE (admitted_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "deliveries_held_receiver_idx" ON "deliveries"("receiver", "position") WHERE ((receiver IS NOT NULL) AND (admitted_at IS NULL) AND (status = ANY (ARRAY['pending'::text, 'retrying'::text])));
