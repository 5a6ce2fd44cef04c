-- CreateTable
CREATE TABLE "identity_facts" (
    "project_number" INTEGER NOT NULL,
    "anon_distinct_id" TEXT NOT NULL,
    "distinct_id" TEXT NOT NULL,
    "time" BIGINT NOT NULL,
    "message_id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "is_link" BOOLEAN NOT NULL,
    "verdict" TEXT,
    "undone_at" TIMESTAMPTZ(3),
    "undone_by" TEXT,

    CONSTRAINT "identity_facts_pkey" PRIMARY KEY ("project_number","anon_distinct_id","distinct_id")
);

-- CreateTable
CREATE TABLE "person_aliases" (
    "project_number" INTEGER NOT NULL,
    "distinct_id" TEXT NOT NULL,
    "canonical_distinct_id" TEXT NOT NULL,
    "linked_to" TEXT NOT NULL,

    CONSTRAINT "person_aliases_pkey" PRIMARY KEY ("project_number","distinct_id")
);

-- CreateTable
CREATE TABLE "person_revisions" (
    "project_number" INTEGER NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "person_revisions_pkey" PRIMARY KEY ("project_number")
);

-- CreateIndex
CREATE INDEX "identity_facts_project_number_anon_distinct_id_time_idx" ON "identity_facts"("project_number", "anon_distinct_id", "time");

-- CreateIndex
CREATE INDEX "identity_facts_project_number_distinct_id_time_idx" ON "identity_facts"("project_number", "distinct_id", "time");

-- CreateIndex
CREATE INDEX "person_aliases_project_number_canonical_distinct_id_idx" ON "person_aliases"("project_number", "canonical_distinct_id");
