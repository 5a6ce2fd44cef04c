-- CreateTable
CREATE TABLE "row_purges" (
    "id" UUID NOT NULL,
    "project_number" INTEGER NOT NULL,
    "is_project" BOOLEAN NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "purged_at" TIMESTAMPTZ(3),
    "gone_at" TIMESTAMPTZ(3),

    CONSTRAINT "row_purges_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "row_purges_project_number_idx" ON "row_purges"("project_number");
