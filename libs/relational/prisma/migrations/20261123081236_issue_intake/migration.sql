-- AlterTable
ALTER TABLE "error_variants" ADD COLUMN     "is_mirrored" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "error_intakes" (
    "project_number" INTEGER NOT NULL,
    "watermark" TIMESTAMPTZ(0) NOT NULL,
    "variant" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "error_intakes_pkey" PRIMARY KEY ("project_number")
);

-- CreateIndex
CREATE INDEX "error_variants_project_id_is_mirrored_idx" ON "error_variants"("project_id", "is_mirrored");

-- CreateIndex
CREATE INDEX "issues_project_id_merged_into_first_seen_id_idx" ON "issues"("project_id", "merged_into", "first_seen" DESC, "id" DESC);
