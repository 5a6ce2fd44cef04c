import type { ReactNode } from 'react';
import { Segmented } from '../../ui/controls/segmented.js';
import { Select } from '../../ui/controls/select.js';
import { TextArea } from '../../ui/controls/text-area.js';
import { TextField } from '../../ui/controls/text-field.js';
import { MetricField } from './metric-field.js';
import classes from './widget-dialog.module.css';
import { AGGREGATES, fieldsOf, TYPES, type WidgetForm } from './widget-form.js';

interface WidgetFieldsProps {
  readonly form: WidgetForm;
  /** A text stays a text, and a query a query. */
  readonly isNew: boolean;
  readonly set: (change: Partial<WidgetForm>) => void;
}

const TYPE_NAMES = { timeseries: 'Lines', value: 'Figure', table: 'Table', list: 'Records', text: 'Text' } as const;

/** The type of a widget and its query, or its text. */
export function WidgetFields({ form, isNew, set }: WidgetFieldsProps): ReactNode {
  const has = fieldsOf(form);
  const types = TYPES.filter((type) => isNew || (type === 'text') === !has.hasQuery);
  return (
    <>
      <Segmented
        label="Type"
        value={form.type}
        options={types.map((value) => ({ value, label: TYPE_NAMES[value] }))}
        onChange={(type) => set({ type })}
      />
      {has.hasQuery ? (
        <QueryFields form={form} set={set} />
      ) : (
        <TextArea
          isCode
          maxLength={20_000}
          label="Text"
          value={form.text}
          hint="Markdown: headings, lists, quotes, code, emphasis and links"
          onChange={(text) => set({ text })}
        />
      )}
    </>
  );
}

function QueryFields({ form, set }: Omit<WidgetFieldsProps, 'isNew'>): ReactNode {
  const has = fieldsOf(form);
  const signals = has.signals.includes(form.signal) ? has.signals : [form.signal, ...has.signals];
  const text = (label: string, name: keyof WidgetForm, hint?: string): ReactNode => (
    <TextField
      label={label}
      value={form[name]}
      {...(hint !== undefined && { hint })}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <>
      <div className={classes.row}>
        <Select
          label="Signal"
          showsLabel
          value={form.signal}
          options={signals.map((value) => ({ value, label: value.replace('_', ' ') }))}
          onChange={(signal) => set({ signal })}
        />
        {has.isFigure && (
          <Select
            label="Figure"
            showsLabel
            value={form.aggregate}
            options={AGGREGATES.map((value) => ({ value, label: value.replace('_', ' ') }))}
            onChange={(aggregate) => set({ aggregate })}
          />
        )}
      </div>
      {has.hasMetric && <MetricField value={form.metric} onChange={(metric) => set({ metric })} />}
      {text('Filter', 'q', 'Search language; $name stands for a variable')}
      <div className={classes.row}>
        {has.hasEvent && text('Event', 'event', 'All if empty')}
        {has.hasField && text('Field', 'field', 'Such as duration_ms')}
        {has.hasGroups && text('Group by', 'groupBy', 'Fields with commas')}
        {has.hasLimit && text('Limit', 'limit', '20 if empty')}
        {has.isFigure && text('Unit', 'unit', 'Such as ms, By or %')}
      </div>
      <div className={classes.row}>
        {text('Services', 'service', 'With commas')}
        {text('Environments', 'environment', 'With commas')}
        {has.hasLevel && text('Levels', 'level', 'With commas')}
      </div>
    </>
  );
}
