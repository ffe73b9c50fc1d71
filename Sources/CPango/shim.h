#ifndef CPANGO_SHIM_H
#define CPANGO_SHIM_H

// The part of Pango that is used, declared here: its own headers are found by flags (-pthread) that the package manager
// refuses, with a warning in every build of every program that depends on this package. `.ci/check-pango` compiles these
// declarations together with the real ones.

struct _cairo;
struct _cairo_font_options;
struct _FcConfig;

typedef struct _PangoContext PangoContext;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoFcFontMap PangoFcFontMap;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoLayout PangoLayout;

#ifndef __PANGO_H__
// Enumerations without negative values have this type.
typedef unsigned int PangoAlignment;
typedef unsigned int PangoDirection;
typedef unsigned int PangoEllipsizeMode;
typedef unsigned int PangoWeight;
typedef unsigned int PangoWrapMode;
typedef unsigned int cairo_font_type_t;
#endif

enum {
  cpango_scale = 1024,
  cpango_font_type_ft = 1,
  cpango_align_left = 0,
  cpango_align_center = 1,
  cpango_align_right = 2,
  cpango_direction_ltr = 0,
  cpango_direction_rtl = 1,
  cpango_ellipsize_end = 3,
  cpango_weight_normal = 400,
  cpango_weight_bold = 700,
  cpango_wrap_word_char = 2,
};

PangoFontMap *_Nullable pango_cairo_font_map_new_for_font_type(cairo_font_type_t type);
void pango_fc_font_map_set_config(PangoFcFontMap *_Nonnull map, struct _FcConfig *_Nullable config);
PangoContext *_Nonnull pango_font_map_create_context(PangoFontMap *_Nonnull map);

void pango_context_set_base_dir(PangoContext *_Nonnull context, PangoDirection direction);
void pango_context_set_language(PangoContext *_Nonnull context, PangoLanguage *_Nullable language);
void pango_context_set_round_glyph_positions(PangoContext *_Nonnull context, int rounds);
PangoLanguage *_Nullable pango_language_from_string(const char *_Nullable language);

PangoFontDescription *_Nonnull pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *_Nullable description);
void pango_font_description_set_family(PangoFontDescription *_Nonnull description, const char *_Nonnull family);
void pango_font_description_set_weight(PangoFontDescription *_Nonnull description, PangoWeight weight);
void pango_font_description_set_absolute_size(PangoFontDescription *_Nonnull description, double size);

PangoLayout *_Nonnull pango_layout_new(PangoContext *_Nonnull context);
void pango_layout_set_text(PangoLayout *_Nonnull layout, const char *_Nonnull text, int length);
void pango_layout_set_font_description(
    PangoLayout *_Nonnull layout, const PangoFontDescription *_Nullable description);
void pango_layout_set_width(PangoLayout *_Nonnull layout, int width);
void pango_layout_set_height(PangoLayout *_Nonnull layout, int height);
void pango_layout_set_wrap(PangoLayout *_Nonnull layout, PangoWrapMode mode);
void pango_layout_set_ellipsize(PangoLayout *_Nonnull layout, PangoEllipsizeMode mode);
void pango_layout_set_alignment(PangoLayout *_Nonnull layout, PangoAlignment alignment);
void pango_layout_set_auto_dir(PangoLayout *_Nonnull layout, int automatic);
void pango_layout_get_size(PangoLayout *_Nonnull layout, int *_Nullable width, int *_Nullable height);
int pango_layout_get_line_count(PangoLayout *_Nonnull layout);

void pango_cairo_context_set_font_options(
    PangoContext *_Nonnull context, const struct _cairo_font_options *_Nullable options);
void pango_cairo_update_context(struct _cairo *_Nonnull cairo, PangoContext *_Nonnull context);
void pango_cairo_layout_path(struct _cairo *_Nonnull cairo, PangoLayout *_Nonnull layout);
void pango_cairo_show_layout(struct _cairo *_Nonnull cairo, PangoLayout *_Nonnull layout);

void g_object_unref(void *_Nonnull object);

#endif
