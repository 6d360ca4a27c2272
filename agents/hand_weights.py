"""What an opening hand is worth, in logits of winning: fitted, and written, by

    splicelab fit-hands --games 4000 --seed 7

on games of
    kbc_bg_spirits_reader kbc_bgu_devouring_spirits kbc_bgu_gifts_gp_slc_2005 kbc_black_hand_gp2005
    kbc_bug_gifts_gp2005 kbc_forge_br_goka kbc_forge_br_toktok kbc_forge_brg_homura_kuon
    kbc_forge_gw_kenzo kbc_forge_r_sokenzan_legends kbc_forge_rw_spiritcrack kbc_forge_u_jushi
    kbc_forge_ug_dokai kbc_gr_shaman_queen kbc_mono_blue_control_gp2005 kbc_ur_splice_glacial_ray
    kbc_uw_dampen_thought kbc_white_weenie precon_bok_dark_devotion precon_bok_ninjutsu
    precon_bok_rats_nest precon_bok_spiritcraft precon_chk_kami_reborn precon_chk_snakes_path
    precon_chk_spiritbane precon_chk_way_of_the_warrior precon_sok_critical_mass
    precon_sok_soratamis_wisdom precon_sok_spirit_flames precon_sok_truth_seekers
    std_critical_mass_worlds2005 std_greater_gifts_worlds2005
"""
LANDS = (-0.104, 0.220, 0.522, 0.454, 0.445, 0.165, -0.313, -0.698)      # hands of 0, 1, … 7 lands
FURTHER = (
    -0.137,  # on the play
    0.008,  # on the play with two lands or fewer
    -0.029,  # spells of mana value 3 or less that its lands can pay
    -0.074,  # spells of a colour that its lands do not make
    0.005,  # spells of mana value 5 or more
    -0.029,  # mana by which its spells exceed one more than its lands
)
# what a hand must be worth after 0, 1, 2 mulligans; on the play, on the draw
AGAIN = (-0.088, 0.041, -0.257, -0.128, -0.277, -0.149)
