-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "accepts_webhooks" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "tickets" ADD COLUMN     "is_read_due" BOOLEAN NOT NULL DEFAULT false;
